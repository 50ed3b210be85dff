/* eslint.config.js -- what Prettier cannot see: mistakes in TypeScript and Svelte. Each rule that is off says why. */
import { readdirSync } from 'node:fs';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

/* A game's folder is its own affair: the page reaches it through registry.ts, and no game reaches another's.
 * (no-restricted-imports does not see import(), so the syntax is forbidden.) */
const games = readdirSync(new URL('src/games', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
const notFrom = (folders) => ({
    'no-restricted-syntax': [
        'error',
        {
            selector: `[source.value=/(games|\\.)\\u002f(${folders.join('|')})\\u002f/]`,
            message: "A game's folder is reached through games/registry.ts only.",
        },
    ],
});

export default ts.config(
    { ignores: ['dist', 'dist-single', 'test-results', 'public', 'src/sw.js'] },
    ...ts.configs.recommended,
    ...svelte.configs.recommended,
    {
        languageOptions: {
            globals: { ...globals.browser, ...globals.node, __SINGLE__: 'readonly' },
        },
        rules: {
            /* answers of the engine and the server are JSON, read where their keys are known */
            '@typescript-eslint/no-explicit-any': 'off',
            /* a named hole in a pattern leaves a key out on purpose */
            '@typescript-eslint/no-unused-vars': [
                'error',
                { argsIgnorePattern: '^_', ignoreRestSiblings: true },
            ],
            /* TypeScript knows every name, of types too */
            'no-undef': 'off',
            /* of ESLint's own rules those that find mistakes TypeScript does not */
            'no-cond-assign': ['error', 'except-parens'],
            'no-constant-binary-expression': 'error',
            'no-dupe-else-if': 'error',
            'no-duplicate-case': 'error',
            'no-empty': 'error',
            'no-fallthrough': 'error',
            'no-self-assign': 'error',
            'no-sparse-arrays': 'error',
            'no-unsafe-finally': 'error',
            'no-useless-catch': 'error',
            'no-useless-escape': 'error',
            eqeqeq: ['error', 'always', { null: 'ignore' }],
            'no-var': 'error',
            'prefer-const': ['error', { destructuring: 'all' }],
        },
    },
    {
        files: ['**/*.svelte', '**/*.svelte.ts'],
        languageOptions: { parserOptions: { parser: ts.parser } },
        rules: {
            /* a let for $props() and $state() that is only read belongs with its neighbours */
            'prefer-const': 'off',
            /* addresses are '#/…' (route.svelte.ts); there is no SvelteKit to resolve them */
            'svelte/no-navigation-without-resolve': 'off',
            /* what changes is replaced whole ($state.raw): a Set or a Map here is never watched */
            'svelte/prefer-svelte-reactivity': 'off',
            /* svelte-check judges those, with the warnings they are for */
            'svelte/no-unused-svelte-ignore': 'off',
            'svelte/require-each-key': 'error',
        },
    },
    {
        /* tests may look inside, and so does the gallery, which is not part of the page */
        files: ['src/**'],
        ignores: ['src/games/registry.ts', 'src/**/*.test.ts', 'src/art/gallery/**'],
        rules: notFrom(games),
    },
    ...games.map((game) => ({
        files: [`src/games/${game}/**`],
        ignores: ['src/**/*.test.ts'],
        rules: notFrom(games.filter((other) => other !== game)),
    })),
    {
        /* a function fits a screen; fixtures are data */
        files: ['src/**/*.ts'],
        ignores: ['src/**/*.test.ts', 'src/**/fixture.ts'],
        rules: { 'max-lines-per-function': ['error', { max: 60, skipComments: true }] },
    },
    {
        /* drawings are our own text, from art/terrain.ts and its like */
        files: ['src/art/**', 'src/games/*/board/**'],
        rules: { 'svelte/no-at-html-tags': 'off' },
    },
);
