import { formatDate, t } from '../../../l10n';
import { Pieces } from '../../common/pieces';
import type { CommentView, NewsView, RecordView } from '../../messages/recordParts';
import { type CardPart, type MatchesFilter, linesOf } from '../parts/cardPart';
import { Fold } from '../parts/fold';
import { listCard } from '../parts/listCard';
import { Time } from '../../common/time';
import { strings } from '../strings';

/** A source's description of a threat or feed. */
export function descriptionCards({ description }: RecordView, matches: MatchesFilter): readonly CardPart[] {
  return listCard({
    title: t('Description'),
    list: description === undefined ? [] : [description],
    matches,
    textsOf: (text) => [text],
    content: ([text = '']) => <Fold text={text} />,
  });
}

/** News about a threat. */
export function newsCards({ news }: RecordView, matches: MatchesFilter): readonly CardPart[] {
  return listCard({
    title: t('News'),
    list: news,
    matches,
    textsOf: ({ title, by, link = '', at }) => [title, by, link, at === undefined ? '' : formatDate(at)],
    linesOf: ({ title, link = '' }) => linesOf(title) + 1 + linesOf(link),
    content: (list) => list.map((item, index) => <News key={index} item={item} />),
  });
}

function News({ item: { title, by, link, at } }: { readonly item: NewsView }) {
  return (
    <article class="entry">
      <Fold text={title} />
      <Byline parts={[by]} at={at} />
      {link === undefined ? null : <Fold text={link} />}
    </article>
  );
}

/** Comments on an indicator. */
export function commentCards({ comments }: RecordView, matches: MatchesFilter): readonly CardPart[] {
  return listCard({
    title: t('Comments'),
    list: comments,
    matches,
    textsOf: ({ title, by, text, added, changed }) => [
      title,
      by,
      added === undefined ? '' : formatDate(added),
      changed === undefined ? '' : t('edited {0}', formatDate(changed)),
      text,
    ],
    linesOf: ({ text }) => linesOf(text) + 1,
    content: (list) => list.map((comment, index) => <Comment key={index} comment={comment} />),
  });
}

function Comment({ comment: { title, by, text, added, changed } }: { readonly comment: CommentView }) {
  return (
    <article class="entry">
      <Byline parts={[title, by]} at={added} changed={changed} />
      <Fold text={text} />
    </article>
  );
}

interface BylineProps {
  readonly parts: readonly string[];
  readonly at: CommentView['added'];
  readonly changed?: CommentView['changed'];
}

function Byline({ parts, at, changed }: BylineProps) {
  const text = parts.filter((part) => part !== '').join(' · ');
  if (text === '' && at === undefined && changed === undefined) return null;
  return (
    <p class="dim">
      <Pieces text={text} />
      {at === undefined ? null : (
        <>
          {text === '' ? '' : ' · '}
          <Time at={at} />
        </>
      )}
      {changed === undefined ? null : (
        <>
          {at !== undefined ? ', ' : text === '' ? '' : ' · '}
          {strings.changed(<Time key="changed" at={changed} />)}
        </>
      )}
    </p>
  );
}
