import { textOf } from '../messages/parts';
import type { CommentView } from '../messages/recordParts';
import { type CardPart, type Holds, linesOf, sumOf } from './cardPart';
import { Fold } from './fold';
import { Moment } from './moment';

/** What people wrote about it, as far as it holds what is looked for; no card where nobody did. */
export function commentCards(comments: readonly CommentView[], holds: Holds): readonly CardPart[] {
  const title = 'Comments';
  const shown = holds(title) ? comments : comments.filter((each) => holds(each.title, each.by, textOf(each.text)));
  if (shown.length === 0) return [];
  const lines = sumOf(shown, ({ text }) => linesOf(textOf(text)) + 1);
  return [
    { id: 'comments', title, lines, content: shown.map((each, index) => <Comment key={index} comment={each} />) },
  ];
}

function Comment({ comment: { title, by, text, added } }: { readonly comment: CommentView }) {
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
