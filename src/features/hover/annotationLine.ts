import type { Line } from '../shared/text/safeMarkdown';
import { truncateText } from '../shared/text/visibleText';
import type { HoverContext } from './hoverContext';
import { label, plain } from './knowledgeLines';
import { t } from '../../l10n';

const maxNote = 160;
const maxTags = 100;
/** In the tooltip of a truncated text. */
const maxTitle = 1_000;

/** The user's note and tags on one line; undefined if there are none. */
export function annotationLine({ annotation }: HoverContext): Line | undefined {
  if (annotation === undefined) return undefined;
  const { note = '', tags = [] } = annotation;
  return [
    ...(note === '' ? [] : [...label(t('Note')), shortened(note, maxNote)]),
    ...(note === '' || tags.length === 0 ? [] : [{ kind: 'gap' } as const]),
    ...(tags.length === 0 ? [] : [...label(t('Tags')), shortened(tags.join(', '), maxTags)]),
  ];
}

function shortened(text: string, max: number) {
  const line = text.replace(/\s+/g, ' ');
  const short = truncateText(line, max);
  return short === line ? plain(line) : ({ kind: 'text', text: short, title: truncateText(line, maxTitle) } as const);
}
