declare const __SINGLE__: boolean;
