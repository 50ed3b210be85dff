/* openLesson.svelte.ts -- the lesson that is open now. It stays open while the person looks at the almanac or
 * the settings. */
import { bot, open, show } from '../openTable.svelte';
import { screens } from '../games/registry';
import { settings } from '../settings.svelte';
import { withNames } from '../table/people';
import type { Person } from '../table/table';
import { LessonTable } from './lessonTable.svelte';

export const lesson = $state<{ table: LessonTable | null }>({ table: null });

export async function openLesson(name: string, wanted: () => boolean): Promise<void> {
  const script = await screens[name]?.lesson?.script();
  if (!script) throw new Error(name);
  if (!wanted()) return;
  /* a game opened in its place has closed it */
  if (
    lesson.table &&
    lesson.table === open.table &&
    lesson.table.script === script &&
    !lesson.table.done
  ) {
    show(lesson.table, null, `lesson/${name}`);
    return;
  }
  const people: Person[] = [
    { name: settings.name, kind: 'human' },
    bot(1, 'beginner'),
    bot(2, 'beginner'),
  ];
  const table = await LessonTable.open(script, withNames(people));
  if (!wanted()) {
    table.close();
    return;
  }
  lesson.table = table;
  show(table, null, `lesson/${name}`);
}
