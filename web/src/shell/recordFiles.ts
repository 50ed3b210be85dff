/* recordFiles.ts -- records as files: downloading one, and reading one that the person chose. */
import type { Table } from '../table/table';

export function download(file: File): void {
  const url = URL.createObjectURL(file);
  const a = document.createElement('a');
  a.href = url;
  a.download = file.name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

export const downloadRecord = (id: string, record: string): void =>
  download(new File([record], `skerry-${id}.skerry`, { type: 'text/plain' }));
/* The record of an open game, by the day. */
export const saveRecord = async (table: Table): Promise<void> =>
  downloadRecord(new Date().toISOString().slice(0, 10), await table.record());

/* Several in one file, for somebody who makes room. */
export const downloadRecords = (all: string[]): void =>
  download(new File(all, 'skerry-games.skerry', { type: 'text/plain' }));
/* Those of a file, each from its first line. */
export const records = (text: string): string[] => text.split(/^(?=Skerry \d+$)/m);

/* Records are small text; anything else is refused before the engine sees it. */
export type ReadRecord = { text: string } | { error: string };
export async function readRecord(file: File): Promise<ReadRecord> {
  if (file.size > 10_000_000) return { error: 'record.too-big' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { error: 'record.not-text' };
  }
  text = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  if (!/^Skerry \d+\n/.test(text)) return { error: 'record.not-ours' };
  if (records(text).some((r) => r.length > 900_000)) return { error: 'record.too-big' };
  /* written while the game ran */
  if (/^\d+ [^\n]* \?(;|$)/m.test(text)) return { error: 'record.unfinished' };
  return { text };
}

export function header(record: string, name: string): string | undefined {
  return new RegExp(`^${name}: (.*)$`, 'm')
    .exec(record.slice(0, record.indexOf('\n\n')))?.[1]
    .trim();
}
