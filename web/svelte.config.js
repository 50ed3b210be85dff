/* css 'external': no style element is ever written at run time, so the page needs no unsafe-inline. */
export default { compilerOptions: { css: 'external', runes: true } };
