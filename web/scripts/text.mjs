/* text.mjs -- checks the texts: all files in text/ have the same ids with the same placeholders,
 * and plural forms that their language has; French keeps its signs on the line of their word;
 * every id that the page, the engine or the server can ask for exists; none is unused.
 *
 * Ids in code are literals, t('log.roll'), or start with one, t(`kind.${k}`). In the latter case
 * the family is listed below from its source, or the prefix marks all of it as used. */
import { readdirSync, readFileSync, statSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = process.argv[2] ?? join(root, 'text'); /* another folder: for its own test */
const en = JSON.parse(readFileSync(join(folder, 'en.json'), 'utf8'));
const faults = [];

const walk = (dir) =>
    readdirSync(dir).flatMap((f) => {
        const p = join(dir, f);
        return statSync(p).isDirectory() ? walk(p) : [p];
    });
const code = walk(join(root, 'web/src'))
    .filter((f) => /\.(svelte|ts)$/.test(f) && !f.includes('/gallery/') && !f.endsWith('.test.ts'))
    .map((f) => readFileSync(f, 'utf8'))
    .join('\n');

/* --- ids used in code --- */
const asked = new Set(),
    beginnings = new Set();
for (const m of code.matchAll(/['"]([a-z0-9]+(?:[.-][a-z0-9]+)+)['"]/gi))
    if (m[1] in en) asked.add(m[1]);
for (const m of code.matchAll(/(?<![.\w])(?:t|has)\(\s*'([^']+)'/g)) asked.add(m[1]);
for (const m of code.matchAll(/\b(?:t|has|ids)\([^`)]*?'([a-z][\w.-]*)'/gi))
    if (m[1].includes('.') && !m[1].endsWith('.')) asked.add(m[1]);
for (const m of code.matchAll(/`([a-z][\w-]*\.[\w.-]*)\$\{/gi)) beginnings.add(m[1]);
for (const m of code.matchAll(/ids\('([\w.]+)'\)/g)) beginnings.add(m[1]);
for (const m of code.matchAll(
    /(?<![.\w])t\([^'`()]*\? '([a-z][\w-]*(?:\.[\w-]+)+)' : '([a-z][\w-]*(?:\.[\w-]+)+)'/gi,
)) {
    asked.add(m[1]);
    asked.add(m[2]);
}
/* The games, as engine/games.c lists them. */
const games = [
    ...readFileSync(join(root, 'engine/games.c'), 'utf8').matchAll(/^    X\((\w+)\)/gm),
].map((m) => m[1]);
/* The terminal's texts (cli/ and each game's sentences), and the server's for link previews. */
for (const folder of ['cli', 'server', 'engine'])
    for (const f of readdirSync(join(root, folder), { recursive: true }).filter((f) =>
        f.endsWith('.c'),
    ))
        for (const m of readFileSync(join(root, folder, f), 'utf8').matchAll(
            /"((?:terminal|preview)\.(?!h")[a-z-]+)"/g,
        ))
            asked.add(m[1]);
const plain = ['language', 'cancel', 'close', 'undo', 'hint', 'menu', 'leave'];
plain.forEach((k) => asked.add(k));

/* --- families whose members come from elsewhere --- */
const list = (text, re) => [...text.matchAll(re)].map((m) => m[1]);
const view = readFileSync(join(root, 'web/src/schema.ts'), 'utf8');
const arrayOf = (name) =>
    list(new RegExp(`${name} = \\[([^\\]]*)\\]`, 's').exec(view)[1], /'([^']+)'/g);
const need = (prefix, names, suffix = '') =>
    names.forEach((n) => asked.add(`${prefix}${n}${suffix}`));
need('kind.', arrayOf('KINDS'));
need('dev.', arrayOf('DEVS'));
need('dev.', arrayOf('DEVS'), '.does');
need('helper.', arrayOf('HELPERS'));
need('helper.', arrayOf('HELPERS'), '.does');
const engine = (file) =>
    existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
/* A source that moved would leave its family unchecked. */
const source = (file, mark) => {
    const found = engine(file).match(mark);
    if (!found) faults.push(`${file} has no ${mark}: where did the list go?`);
    return found?.[1] ?? '';
};
for (const game of games) {
    const reasons = source(`engine/${game}/${game}.h`, /#define \w+_ERRORS\(X\)(.*?)#define X/s);
    for (const m of reasons.matchAll(/X\(\w+,\s*"([^"]+)",\s*"([^"]*)"\)/g)) {
        if (m[1] !== 'ok') asked.add(`reason.${m[1]}`);
        if (m[2]) {
            asked.add(`almanac.${m[2]}.title`);
            asked.add(`almanac.${m[2]}.text`);
        }
    }
    /* That each option has a label is tested in the page (games/rules.test.ts): some are composed. */
    const options = source(`engine/${game}/options.h`, /#define \w+_OPTIONS\(X\)(.*)/s);
    for (const m of options.matchAll(/X\(\w+,\s+"(\w+)"/g))
        for (const id of [`option.${m[1]}`, `option.${game}.${m[1]}`]) if (id in en) asked.add(id);
}
const whys = source('engine/bots/bot.h', /(X\(BOT_WHY_.*)/s);
const protocol = engine('docs/engine-protocol.md').split('## Errors of the protocol')[1] ?? '';
for (const m of protocol.matchAll(/^\| (`[^|]+) \|/gm))
    for (const id of m[1].matchAll(/`([a-z-]+)`/g)) asked.add(`reason.${id[1]}`);
/* Errors of the server: the first column of the table in its protocol. */
const errors = engine('docs/protocol.md').split('\n## Errors')[1]?.split('\n## ')[0] ?? '';
for (const row of errors.matchAll(/^\| (`[^|]+) \|/gm))
    for (const id of row[1].matchAll(/`([a-z-]+)`/g)) asked.add(`reason.${id[1]}`);
for (const m of whys.matchAll(/X\(BOT_(?:WHY|TERM)_\w+, "([^"]+)"\)/g)) asked.add(`why.${m[1]}`);

/* --- compare --- */
const holes = (s) => [...new Set([...s.matchAll(/\{(\w+)/g)].map((m) => m[1]))].sort().join();
for (const k of asked) if (!(k in en)) faults.push(`missing in en: ${k}`);
for (const k of Object.keys(en)) {
    const bare = k.replace(/^@[^.]+\./, '');
    if (k !== bare && !(bare in en)) faults.push(`overlay of nothing: ${k}`);
    if (!asked.has(bare) && ![...beginnings].some((b) => bare.startsWith(b)))
        faults.push(`unused: ${k}`);
}
for (const file of readdirSync(folder).sort()) {
    const text = readFileSync(join(folder, file), 'utf8');
    faults.push(...compare(file.replace(/\.json$/, ''), text).map((f) => `text/${file}: ${f}`));
}

/* What is wrong with one language's file. */
function compare(language, text) {
    const words = JSON.parse(text),
        out = [];
    const sorted = Object.fromEntries(Object.entries(words).sort(([a], [b]) => (a < b ? -1 : 1)));
    if (text !== `${JSON.stringify(sorted, null, 2)}\n`) out.push('not sorted, or not as written');
    for (const k of Object.keys(words)) if (!(k in en)) out.push(`stray: ${k}`);
    for (const k of Object.keys(en)) {
        if (!(k in words)) out.push(`missing: ${k}`);
        else if (typeof words[k] !== 'string' || !words[k].trim()) out.push(`empty: ${k}`);
        else if (holes(en[k]) !== holes(words[k]))
            out.push(`other holes: ${k}: {${holes(words[k])}} and not {${holes(en[k])}}`);
        else out.push(...plurals(language, k, words[k]));
        /* French puts a space before these signs; a plain one lets the line break there */
        if (
            language === 'fr' &&
            !k.startsWith('terminal.help') &&
            /(?<! ) [;:!?»]|« /.test(words[k])
        )
            out.push(`a space that can break: ${k}`);
    }
    return out;
}

/* {n|one seat|# seats}: two forms, or labelled ones that the language has. */
function plurals(language, k, text) {
    const kinds = new Intl.PluralRules(language).resolvedOptions().pluralCategories,
        out = [];
    for (const m of text.matchAll(/\{\w+\|([^}]*)\}/g)) {
        const forms = m[1].split('|'),
            labels = forms.map((f) => /^(zero|one|two|few|many|other):/.exec(f)?.[1]);
        if (forms.length < 2) out.push(`one form alone: ${k}`);
        if (!labels.some(Boolean) && forms.length !== 2)
            out.push(`two forms, or labelled ones: ${k}`);
        for (const l of labels.filter(Boolean))
            if (!kinds.includes(l)) out.push(`${language} has no "${l}": ${k}`);
    }
    return out;
}

/* The terminal's plural rules (cli/plural.c) are tested against this file; it must be what Intl says,
 * and have every language of text/. */
const LETTER = { zero: 'z', one: '1', two: '2', few: 'f', many: 'm', other: 'o' };
const numbers = [...Array(125).keys(), 200, 1000, 1001, 1000000, 2000000];
const terminal = Object.fromEntries(
    readFileSync(join(root, 'tests/cli/plurals.txt'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split(' ')),
);
for (const [l, kinds] of Object.entries(terminal))
    if (kinds !== numbers.map((n) => LETTER[new Intl.PluralRules(l).select(n)]).join(''))
        faults.push(`tests/cli/plurals.txt: ${l} is not as Intl says`);
for (const file of readdirSync(folder))
    if (!(file.replace(/\.json$/, '') in terminal))
        faults.push(`text/${file}: cli/plural.c and tests/cli/plurals.txt lack its plural rules`);

for (const f of [...new Set(faults)].sort()) console.error(f);
console.log(`text: ${Object.keys(en).length} ids, ${faults.length} faults`);
process.exit(faults.length ? 1 : 0);
