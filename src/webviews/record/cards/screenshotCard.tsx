import type { RecordView, ScreenshotView } from '../../messages/recordParts';
import { type CardPart, type MatchesFilter, linesOf } from '../parts/cardPart';
import { Fold } from '../parts/fold';
import { listCard } from '../parts/listCard';
import { Notice } from '../parts/notices';
import { usePanel } from '../state/panelContext';
import { Waiting } from '../parts/waiting';
import { t } from '../../../l10n';

const pictureLines = 12;

/** A screenshot of the page; the button that loads it names the host. */
export function screenshotCards(record: RecordView, isLoaded: boolean, matches: MatchesFilter): readonly CardPart[] {
  return listCard({
    title: t('Screenshot'),
    list: record.screenshot === undefined ? [] : [record.screenshot],
    matches,
    textsOf: ({ address }) => [address],
    linesOf: ({ address }) => linesOf(address) + (isLoaded ? pictureLines : 1),
    content: ([screenshot]) =>
      screenshot === undefined ? null : <Screenshot id={record.id} screenshot={screenshot} />,
  });
}

function Screenshot({ id, screenshot }: { readonly id: string; readonly screenshot: ScreenshotView }) {
  const { state, send } = usePanel();
  const loaded = state.screenshots.get(id);
  const image = loaded === undefined || loaded === 'pending' ? undefined : loaded.image;
  const error = loaded === undefined || loaded === 'pending' ? undefined : loaded.error;
  return (
    <>
      {image === undefined ? null : <img class="screenshot" src={image.source} alt={t('Screenshot of the page')} />}
      <Fold text={screenshot.address} />
      {error === undefined ? null : <Notice notice={error} />}
      {loaded === 'pending' ? (
        <Waiting
          message={screenshot.pendingLabel}
          cancel={() => send({ kind: 'cancel', record: id, part: 'loadScreenshot' })}
        />
      ) : image !== undefined ? null : (
        <p class="ask">
          <button type="button" class="secondary" onClick={() => send({ kind: 'loadScreenshot', record: id })}>
            {screenshot.label}
          </button>
          {screenshot.note === undefined ? null : <span class="dim">{screenshot.note}</span>}
        </p>
      )}
    </>
  );
}
