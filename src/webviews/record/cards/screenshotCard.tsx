import { t } from '../../../l10n';
import { hostLabel } from '../../../core/records/labels/verdict';
import type { LinkedTextView } from '../../messages/parts';
import type { RecordView } from '../../messages/record';
import { type CardContext, type CardPart, getLines, listCard } from '../cardPart';
import { Fold } from '../fold';
import { Notice } from '../notices';
import { Waiting } from '../waiting';
import { usePanel } from '../panelContext';

const pictureLines = 12;

/** A screenshot of the page; the button that loads it names the host. */
export function screenshotCards(
  { id, screenshot }: RecordView,
  isLoaded: boolean,
  { matches, show }: CardContext,
): readonly CardPart[] {
  if (screenshot === undefined) return [];
  const { host, address, isOwn } = screenshot;
  return listCard({
    title: t('Screenshot'),
    list: [show(address)],
    matches,
    textsOf: (text) => [text],
    linesOf: (text) => getLines(text) + (isLoaded ? pictureLines : 1),
    content: ([text = '']) => <Screenshot id={id} host={hostLabel(host)} address={text} isOwn={isOwn} />,
  });
}

interface ScreenshotProps {
  readonly id: string;
  readonly host: string;
  readonly address: LinkedTextView;
  readonly isOwn: boolean;
}

function Screenshot({ id, host, address, isOwn }: ScreenshotProps) {
  const { state, send } = usePanel();
  const loaded = state.screenshots.get(id);
  const { image, error } = loaded === undefined || loaded === 'pending' ? {} : loaded;
  return (
    <>
      {image === undefined ? null : <img class="screenshot" src={image} alt={t('Screenshot of the page')} />}
      <Fold text={address} />
      {error === undefined ? null : <Notice notice={error} />}
      {loaded === 'pending' ? (
        <Waiting
          message={t('Loading from {0}…', host)}
          cancel={() => send({ kind: 'cancel', record: id, part: 'loadScreenshot' })}
        />
      ) : image !== undefined ? null : (
        <p class="ask">
          <button type="button" class="secondary" onClick={() => send({ kind: 'loadScreenshot', record: id })}>
            {t('Load from {0}', host)}
          </button>
          {isOwn ? null : (
            <span class="dim">{t("The image isn't hosted by the service. You'll be asked before it is loaded.")}</span>
          )}
        </p>
      )}
    </>
  );
}
