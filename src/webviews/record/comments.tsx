import type { RecordView } from '../messages/record';
import { type CardPart, type Holds, linesOf, sumOf } from './cardPart';
import { Fold } from './fold';
import { Moment } from './moment';

/** What people wrote about it, as far as it holds what is looked for; no card where nobody did. */
export function commentCards(comments: RecordView['comments'], holds: Holds): readonly CardPart[] {
  const title = 'Comments';
  const shown = holds(title) ? comments : comments.filter((each) => holds(each.title, each.by, each.text));
  if (shown.length === 0) return [];
  const lines = sumOf(shown, ({ text }) => linesOf(text) + 1);
  return [
    { id: 'comments', title, lines, content: shown.map((each, index) => <Comment key={index} comment={each} />) },
  ];
}

function Comment({ comment: { title, by, text, added } }: { readonly comment: RecordView['comments'][number] }) {
  return (
    <article class="comment">
      <p class="dim">
        {[title, by].filter((part) => part !== '').join(' · ')}
        {added === undefined ? null : (
          <>
            {' · '}
            <Moment moment={added} />
          </>
        )}
      </p>
      <Fold text={text} />
    </article>
  );
}
