import { formatDate } from '../../l10n';
import { Pieces } from '../common/pieces';
import type { CommentView, NewsView, RecordView } from '../messages/recordParts';
import { type CardPart, type MatchesFilter, linesOf } from './cardPart';
import { Fold } from './fold';
import { listCard } from './listCard';
import { Time } from '../common/time';

/** What a source writes of a threat or a feed. */
export function descriptionCards({ description }: RecordView, matches: MatchesFilter): readonly CardPart[] {
  return listCard({
    title: 'Description',
    list: description === undefined ? [] : [description],
    matches,
    textsOf: (text) => [text],
    content: ([text = '']) => <Fold text={text} />,
  });
}

/** What was published about it. */
export function newsCards({ news }: RecordView, matches: MatchesFilter): readonly CardPart[] {
  return listCard({
    title: 'News',
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
      <Byline words={[by]} at={at} />
      {link === undefined ? null : <Fold text={link} />}
    </article>
  );
}

/** What people wrote about it. */
export function commentCards({ comments }: RecordView, matches: MatchesFilter): readonly CardPart[] {
  return listCard({
    title: 'Comments',
    list: comments,
    matches,
    textsOf: ({ title, by, text, added, changed }) => [
      title,
      by,
      added === undefined ? '' : formatDate(added),
      changed === undefined ? '' : `changed ${formatDate(changed)}`,
      text,
    ],
    linesOf: ({ text }) => linesOf(text) + 1,
    content: (list) => list.map((comment, index) => <Comment key={index} comment={comment} />),
  });
}

function Comment({ comment: { title, by, text, added, changed } }: { readonly comment: CommentView }) {
  return (
    <article class="entry">
      <Byline words={[title, by]} at={added} changed={changed} />
      <Fold text={text} />
    </article>
  );
}

interface BylineProps {
  readonly words: readonly string[];
  readonly at: CommentView['added'];
  readonly changed?: CommentView['changed'];
}

function Byline({ words, at, changed }: BylineProps) {
  const said = words.filter((part) => part !== '').join(' · ');
  if (said === '' && at === undefined && changed === undefined) return null;
  return (
    <p class="dim">
      <Pieces text={said} />
      {at === undefined ? null : (
        <>
          {said === '' ? '' : ' · '}
          <Time at={at} />
        </>
      )}
      {changed === undefined ? null : (
        <>
          {at !== undefined ? ', ' : said === '' ? '' : ' · '}
          changed <Time at={changed} />
        </>
      )}
    </p>
  );
}
