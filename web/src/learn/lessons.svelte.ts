/* lessons.svelte.ts -- the lesson now open. It stays open while the almanac or the settings are looked at. */
import { bot, open, show } from '../play.svelte';
import { isGame, screens } from '../games/registry';
import { LessonTable } from './lesson.svelte';

export const lesson = $state<{ table: LessonTable | null }>({ table: null });

export async function openLesson(name: string, wanted: () => boolean): Promise<void> {
  if (!isGame(name)) throw new Error(name);
  const script = await screens[name].lesson.script();
  if (!wanted()) return;
  /* whatever was opened in its place has closed it */
  if (
    lesson.table &&
    lesson.table === open.table &&
    lesson.table.script === script &&
    !lesson.table.done
  ) {
    show(lesson.table, null, `lesson/${name}`);
    return;
  }
  const table = await LessonTable.open(script, [
    { name: '', kind: 'human' },
    bot(1, 'beginner'),
    bot(2, 'beginner'),
  ]);
  if (!wanted()) {
    table.close();
    return;
  }
  lesson.table = table;
  show(table, null, `lesson/${name}`);
}
