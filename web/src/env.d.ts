declare const __SINGLE__: boolean;
declare module 'virtual:skerry-wasm' { const url: string; export default url; }
