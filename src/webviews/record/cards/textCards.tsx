import { formatDate, interleave, t } from '../../../l10n';
import { getChange, type UtcMillis } from '../../../core/records/record';
import { Time } from '../../common/time';
import type { RecordView } from '../../messages/record';
import { type CardContext, type CardPart, getLines, listCard } from '../cardPart';
import { Fold } from '../fold';
import { oneLine } from '../shown';

/** A source's description of a threat or feed. */
export function descriptionCards(view: RecordView, { matches, show }: CardContext): readonly CardPart[] {
  const { description } =
    view.kind === 'threat' ? view.threat : view.kind === 'feed' ? view.feed : { description: undefined };
  return listCard({
    title: t('Description'),
    list: description === undefined ? [] : [show(description)],
    matches,
    textsOf: (text) => [text],
    content: ([text = '']) => <Fold text={text} />,
  });
}

/** News about a threat. */
export function newsCards(view: RecordView, { matches, show }: CardContext): readonly CardPart[] {
  const news = view.kind === 'threat' ? view.threat.news : [];
  return listCard({
    title: t('News'),
    list: news.map(({ title, channel = '', link, at }) => ({
      title: show(title),
      by: oneLine(channel),
      link: link === undefined ? undefined : show(link),
      at,
    })),
    matches,
    textsOf: ({ title, by, link = '', at }) => [title, by, link, at === undefined ? '' : formatDate(at)],
    linesOf: ({ title, link = '' }) => getLines(title) + 1 + getLines(link),
    content: (list) =>
      list.map(({ title, by, link, at }, index) => (
        <article key={index} class="entry">
          <Fold text={title} />
          <Byline parts={[by]} at={at} />
          {link === undefined ? null : <Fold text={link} />}
        </article>
      )),
  });
}

/** Comments on an indicator. */
export function commentCards(view: RecordView, { matches, show }: CardContext): readonly CardPart[] {
  const comments = view.kind === 'indicator' ? view.record.comments : [];
  return listCard({
    title: t('Comments'),
    list: comments.map((comment) => ({
      title: oneLine(comment.title ?? ''),
      by: oneLine(comment.username ?? ''),
      text: show(comment.text),
      added: comment.added,
      changed: getChange(comment),
    })),
    matches,
    textsOf: ({ title, by, text, added, changed }) => [
      title,
      by,
      added === undefined ? '' : formatDate(added),
      changed === undefined ? '' : t('edited {0}', formatDate(changed)),
      text,
    ],
    linesOf: ({ text }) => getLines(text) + 1,
    content: (list) =>
      list.map(({ title, by, text, added, changed }, index) => (
        <article key={index} class="entry">
          <Byline parts={[title, by]} at={added} changed={changed} />
          <Fold text={text} />
        </article>
      )),
  });
}

interface BylineProps {
  readonly parts: readonly string[];
  readonly at: UtcMillis | undefined;
  readonly changed?: UtcMillis | undefined;
}

function Byline({ parts, at, changed }: BylineProps) {
  const text = parts.filter((part) => part !== '').join(' · ');
  if (text === '' && at === undefined && changed === undefined) return null;
  return (
    <p class="dim">
      {text}
      {at === undefined ? null : (
        <>
          {text === '' ? '' : ' · '}
          <Time at={at} />
        </>
      )}
      {changed === undefined ? null : (
        <>
          {at !== undefined ? ', ' : text === '' ? '' : ' · '}
          {interleave('edited {0}', <Time key="changed" at={changed} />)}
        </>
      )}
    </p>
  );
}
