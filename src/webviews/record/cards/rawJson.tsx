import { useEffect } from 'preact/hooks';
import { useAnnounced } from '../../common/live';
import type { RecordView } from '../../messages/record';
import { usePanel } from '../panelContext';
import { t } from '../../../l10n';

/** The record as JSON, the same as its export; the copy is complete and unchanged. */
export function RawJson({ record: { id } }: { readonly record: RecordView }) {
  const { state, send } = usePanel();
  const raw = state.raw.get(id);
  useAnnounced(raw === undefined ? t('Preparing…') : '');
  useEffect(() => {
    if (raw === undefined) send({ kind: 'raw', record: id });
  }, [id, raw === undefined]);
  return (
    <section class="card raw" aria-label={t('Raw JSON')}>
      <div class="card-head">
        <h2>{t('Raw JSON')}</h2>
        <button type="button" class="secondary" onClick={() => send({ kind: 'copyRaw', record: id })}>
          {t('Copy JSON')}
        </button>
      </div>
      {raw === undefined ? (
        <p>{t('Preparing…')}</p>
      ) : (
        <>
          <p class="dim">{rawJsonNote(raw)}</p>
          <pre tabIndex={0}>{raw.text}</pre>
        </>
      )}
    </section>
  );
}

function rawJsonNote({
  isTruncated,
  isSpelled,
}: {
  readonly isTruncated: boolean;
  readonly isSpelled: boolean;
}): string {
  return [
    t('Same as the JSON export: times in UTC, original values.'),
    ...(isTruncated ? [t('Only the beginning is shown. Use “Copy JSON” to copy everything.')] : []),
    ...(isSpelled ? [t('Invisible characters are shown by name. The copy contains the originals.')] : []),
  ].join(' ');
}
