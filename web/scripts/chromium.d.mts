export const CHROMIUM: { executablePath: string | undefined; args: string[] };
