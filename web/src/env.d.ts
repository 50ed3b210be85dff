/* env.d.ts -- what vite.config.ts provides: constants, and modules made while building. */
declare const __SINGLE__: boolean;
declare module 'virtual:skerry-wasm' {
  const url: string;
  export default url;
}
declare module 'virtual:skerry-worker' {
  const EngineWorker: { new (): Worker };
  export default EngineWorker;
}
declare module 'virtual:skerry-text-*' {
  const words: Record<string, string>;
  export default words;
}
declare module 'virtual:skerry-languages' {
  export const LANGUAGES: Record<string, string>;
  export const LOAD: Record<
    string,
    Record<string, () => Promise<{ default: Record<string, string> }>>
  >;
}
declare module 'virtual:skerry-games' {
  const names: string[];
  export default names;
}
