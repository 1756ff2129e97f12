import type { Indicator } from '../../core/indicators/identity/types';
import {
  cleanTag,
  cleanTags,
  lineBreak,
  lineOfNote,
  maxNoteLength,
  maxTagLength,
  maxTags,
  noteOfLine,
  tagKey,
} from '../../core/records/annotation';
import type { JudgmentChange, TeamJudgment } from '../../core/records/judgment';
import { visibleText } from '../../core/text/visibleText';
import { truncateIndicator } from '../shared/text/truncateIndicator';
import { omitPassword } from '../../core/text/omitPassword';
import { changeForTeam, chooseAudience } from '../shared/team/forTeam';
import { createQuickPick, untrusted, showInputBox, type UiPickItem, type UiText } from '../shared/ui';
import type { NewTriageEntry, TriageList } from './triageList';
import type { TriageParts } from './triageParts';
import { plural, t } from '../../l10n';
import { uiPlural, uiText } from '../shared/ui/text';

/** Text about notes and tags. */
export const annotationStrings = {
  noteOf: (indicator: string) => uiText('Note for {0}', indicator),
  notePrompt: (lineBreak: string) =>
    uiText(
      'Stored on this machine and included in exports. For a line break, type {0} with a space before and after.',
      lineBreak,
    ),
  teamNotePrompt: (lineBreak: string) =>
    uiText('The whole team sees this. For a line break, type {0} with a space before and after.', lineBreak),
  notesPrompt: (lineBreak: string) =>
    uiText(
      'Replaces the existing notes of all selected indicators. For a line break, type {0} with a space before and after.',
      lineBreak,
    ),
  noteTooLong: (max: number) => uiText('A note can have up to {0} characters.', max),
  noteSaved: (count: number) =>
    uiPlural(count, { one: 'Saved the note for {0} indicator.', other: 'Saved the note for {0} indicators.' }),
  noteRemoved: (count: number) =>
    uiPlural(count, { one: 'Removed the note for {0} indicator.', other: 'Removed the notes for {0} indicators.' }),
  tagsOf: (indicator: string) => uiText('Tags for {0}', indicator),
  tagsPrompt: () => uiText('Select tags, or enter a new one'),
  newTag: () => uiText('new tag'),
  tagRules: (max: number) => uiText("A tag can't contain a comma and can have up to {0} characters.", max),
  tagsSaved: (count: number) =>
    uiPlural(count, { one: 'Saved the tags for {0} indicator.', other: 'Saved the tags for {0} indicators.' }),
  tooManyTags: (max: number) => uiText("An indicator can have up to {0} tags. The rest weren't saved.", max),
  indicators: (count: number) => plural(count, { one: '{0} indicator', other: '{0} indicators' }),
  editNote: () => uiText('Edit Note'),
  editTags: () => uiText('Edit Tags'),
  noteLine: (note: string) => t('Note: {0}', note),
  tagsLine: (tags: readonly string[]) => t('Tags: {0}', tags.join(', ')),
};

type AnnotateParts = Pick<TriageParts, 'loadIndicators' | 'notices' | 'team' | 'lookups' | 'serviceHost'>;

/** Prompts for the note of entries. One that has the same text in all of them can be edited. */
export async function editNote(
  entries: readonly NewTriageEntry[],
  list: TriageList,
  parts: AnnotateParts,
): Promise<void> {
  const indicator = await teamIndicator(entries, annotationStrings.editNote(), parts);
  if (indicator === undefined) return;
  if (indicator !== 'me') {
    await editTeamNote(indicator, parts);
    return;
  }
  await list.load();
  const notes = new Set(entries.map(({ indicator }) => list.annotationOf(indicator)?.note ?? ''));
  const [first = ''] = notes;
  const value = notes.size === 1 ? lineOfNote(first) : '';
  const typed = await showInputBox({
    title: annotationStrings.noteOf(await nameOf(entries, parts)),
    prompt: notes.size === 1 ? annotationStrings.notePrompt(lineBreak) : annotationStrings.notesPrompt(lineBreak),
    value,
    ignoreFocusOut: true,
    validateInput: (text) =>
      noteOfLine(text).trim().length > maxNoteLength ? annotationStrings.noteTooLong(maxNoteLength) : undefined,
  });
  if (typed === undefined || typed === value) return;
  const note = noteOfLine(typed).trim();
  await list.annotate(entries.map((entry) => ({ ...entry, note })));
  parts.notices.inform(
    note === '' ? annotationStrings.noteRemoved(entries.length) : annotationStrings.noteSaved(entries.length),
  );
}

/** Prompts for the tags of entries. Tags that only some of them have stay as they are unless they are selected. */
export async function editTags(
  entries: readonly NewTriageEntry[],
  list: TriageList,
  parts: AnnotateParts,
): Promise<void> {
  const indicator = await teamIndicator(entries, annotationStrings.editTags(), parts);
  if (indicator === undefined) return;
  if (indicator !== 'me') {
    await editTeamTags(indicator, parts);
    return;
  }
  await list.load();
  const tagsOf = (indicator: Indicator): readonly string[] => list.annotationOf(indicator)?.tags ?? [];
  const [first = [], ...others] = entries.map(({ indicator }) => tagsOf(indicator));
  const shared = first.filter((tag) => others.every((tags) => has(tags, tag)));
  const chosen = await chooseTags(shared, list.allTags(), annotationStrings.tagsOf(await nameOf(entries, parts)));
  if (chosen === undefined) return;
  const added = chosen.filter((tag) => !has(shared, tag));
  const removed = shared.filter((tag) => !has(chosen, tag));
  if (added.length + removed.length === 0) return;
  const changes = entries.map((entry) => {
    const kept = tagsOf(entry.indicator).filter((tag) => !has(removed, tag));
    return { ...entry, tags: [...kept, ...added] };
  });
  await list.annotate(changes);
  const isOver = changes.some(({ tags }) => tags.length > (cleanTags(tags) ?? []).length);
  parts.notices.inform(isOver ? annotationStrings.tooManyTags(maxTags) : annotationStrings.tagsSaved(entries.length));
}

/** Returns the indicator as it is sent for the team, or `me` for the user's own notes; undefined if canceled. */
async function teamIndicator(
  entries: readonly NewTriageEntry[],
  title: UiText,
  parts: AnnotateParts,
): Promise<Indicator | 'me' | undefined> {
  const [only, ...others] = entries;
  if (only === undefined || others.length > 0) return 'me';
  const audience = await chooseAudience(only.indicator, title, parts);
  return audience?.kind === 'team' ? audience.indicator : audience?.kind;
}

async function editTeamNote(indicator: Indicator, parts: AnnotateParts): Promise<void> {
  const title = annotationStrings.noteOf(await shownName(indicator, parts));
  const ask = async (value: string): Promise<string | undefined> => {
    const typed = await showInputBox({
      title,
      prompt: annotationStrings.teamNotePrompt(lineBreak),
      value: lineOfNote(value),
      ignoreFocusOut: true,
      validateInput: (text) =>
        noteOfLine(text).trim().length > maxNoteLength ? annotationStrings.noteTooLong(maxNoteLength) : undefined,
    });
    return typed === undefined ? undefined : noteOfLine(typed).trim();
  };
  const before = parts.team.judgmentOf(indicator)?.note ?? '';
  const note = await ask(before);
  if (note === undefined || note === before) return;
  const both = async (theirs: TeamJudgment): Promise<JudgmentChange | undefined> => {
    const merged = await ask([theirs.note ?? '', note].filter((each) => each !== '').join('\n'));
    return merged === undefined ? undefined : { note: merged };
  };
  if (await changeForTeam(indicator, { note }, parts, both))
    parts.notices.inform(note === '' ? annotationStrings.noteRemoved(1) : annotationStrings.noteSaved(1));
}

async function editTeamTags(indicator: Indicator, parts: AnnotateParts): Promise<void> {
  const { team } = parts;
  const title = annotationStrings.tagsOf(await shownName(indicator, parts));
  const before = team.judgmentOf(indicator)?.tags ?? [];
  const tags = await chooseTags(before, team.allTags(), title);
  if (tags === undefined || (tags.length === before.length && tags.every((tag) => has(before, tag)))) return;
  if (await changeForTeam(indicator, { tags: tags.slice(0, maxTags) }, parts))
    parts.notices.inform(
      tags.length > maxTags ? annotationStrings.tooManyTags(maxTags) : annotationStrings.tagsSaved(1),
    );
}

interface TagItem extends UiPickItem {
  readonly tag: string;
}

/** Shows tags with check boxes; typing adds a tag. Undefined if canceled. */
function chooseTags(
  selected: readonly string[],
  used: readonly string[],
  title: UiText,
): Promise<readonly string[] | undefined> {
  const pick = createQuickPick<TagItem>();
  const tags = cleanTagsOf([...selected, ...used]);
  pick.title = title;
  pick.placeholder = annotationStrings.tagsPrompt();
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  const itemOf = (tag: string): TagItem => ({ label: untrusted(tag), tag });
  const known = tags.map(itemOf);
  pick.items = known;
  pick.selectedItems = known.filter(({ tag }) => has(selected, tag));
  let checked: readonly string[] = selected;
  pick.onDidChangeValue((typed) => {
    const fresh = cleanTag(typed);
    const isNew = fresh !== undefined && !known.some(({ tag }) => tagKey(tag) === tagKey(fresh));
    // Assigning items clears the selection.
    checked = pick.selectedItems.map(({ tag }) => tag);
    for (const tag of checked) if (!known.some((item) => item.tag === tag)) known.unshift(itemOf(tag));
    const extra = isNew ? [{ ...itemOf(fresh), description: annotationStrings.newTag(), alwaysShow: true }] : [];
    const isInvalid = typed.trim() !== '' && fresh === undefined;
    pick.prompt = isInvalid ? annotationStrings.tagRules(maxTagLength) : undefined;
    pick.items = [...extra, ...known];
    pick.selectedItems = pick.items.filter(({ tag }) => has(checked, tag));
  });
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      const typed = cleanTag(pick.value);
      // The prompt describes the problem.
      if (typed === undefined && pick.value.trim() !== '') return;
      const chosen = pick.selectedItems.map(({ tag }) => tag);
      // Enter adds the typed tag, unless it was a filter for tags that were then selected.
      const isSame = chosen.length === checked.length && chosen.every((tag) => has(checked, tag));
      const extra = isSame && typed !== undefined && !has(chosen, typed) ? [typed] : [];
      resolve([...chosen, ...extra.map((tag) => tags.find((each) => tagKey(each) === tagKey(tag)) ?? tag)]);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function cleanTagsOf(tags: readonly string[]): readonly string[] {
  return [...new Map(tags.toReversed().map((tag) => [tagKey(tag), tag])).values()].reverse();
}

function has(tags: readonly string[], wanted: string): boolean {
  return tags.some((tag) => tagKey(tag) === tagKey(wanted));
}

/** The indicator, or how many. */
async function nameOf(entries: readonly NewTriageEntry[], parts: AnnotateParts): Promise<string> {
  const [only, ...others] = entries;
  if (only === undefined || others.length > 0) return annotationStrings.indicators(entries.length);
  return shownName(only.indicator, parts);
}

async function shownName({ value }: Indicator, { loadIndicators }: AnnotateParts): Promise<string> {
  const { defang } = await loadIndicators();
  return truncateIndicator(visibleText(defang(omitPassword(value))), 60);
}
