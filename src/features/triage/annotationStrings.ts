import { plural, t } from '../../l10n';
import { uiPlural, uiText } from '../shared/ui/text';

/** Text about notes and tags. */
export const annotationStrings = {
  noteOf: (indicator: string) => uiText('Note about {0}', indicator),
  notePrompt: (lineBreak: string) =>
    uiText('Stored on this machine, and in what you export. For a line break, enter {0} between spaces.', lineBreak),
  notesPrompt: (lineBreak: string) =>
    uiText(
      'Replaces the different notes of the selected indicators. For a line break, enter {0} between spaces.',
      lineBreak,
    ),
  noteTooLong: (max: number) => uiText('A note can have up to {0} characters.', max),
  noteSaved: (count: number) =>
    uiPlural(count, { one: 'Saved the note about {0} indicator.', other: 'Saved the note about {0} indicators.' }),
  noteRemoved: (count: number) =>
    uiPlural(count, { one: 'Removed the note about {0} indicator.', other: 'Removed the notes about {0} indicators.' }),
  tagsOf: (indicator: string) => uiText('Tags of {0}', indicator),
  tagsPrompt: () => uiText('Select tags, or enter a new one'),
  newTag: () => uiText('new tag'),
  tagRules: (max: number) => uiText('A tag has no comma, and up to {0} characters.', max),
  tagsSaved: (count: number) =>
    uiPlural(count, { one: 'Saved the tags of {0} indicator.', other: 'Saved the tags of {0} indicators.' }),
  tooManyTags: (max: number) => uiText('An indicator can have up to {0} tags. Further ones were not saved.', max),
  indicators: (count: number) => plural(count, { one: '{0} indicator', other: '{0} indicators' }),
  editNote: () => uiText('Edit Note'),
  editTags: () => uiText('Edit Tags'),
  noteLine: (note: string) => t('Note: {0}', note),
  tagsLine: (tags: readonly string[]) => t('Tags: {0}', tags.join(', ')),
};
