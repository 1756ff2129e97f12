import { useEffect } from 'preact/hooks';
import { useAnnounced } from '../../common/live';
import type { RecordView } from '../../messages/recordParts';
import { usePanel } from '../state/panelContext';
import { strings } from '../strings';

/** The record as JSON, the same as its export; the copy is complete and unchanged. */
export function RawJson({ record: { id } }: { readonly record: RecordView }) {
  const { state, send } = usePanel();
  const raw = state.raw.get(id);
  useAnnounced(raw === undefined ? strings.preparing() : '');
  useEffect(() => {
    if (raw === undefined) send({ kind: 'raw', record: id });
  }, [id, raw === undefined]);
  return (
    <section class="card raw" aria-label={strings.rawJson()}>
      <div class="card-head">
        <h2>{strings.rawJson()}</h2>
        <button type="button" class="secondary" onClick={() => send({ kind: 'copyRaw', record: id })}>
          {strings.copyJson()}
        </button>
      </div>
      {raw === undefined ? (
        <p>{strings.preparing()}</p>
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
    strings.rawJsonNote(),
    ...(isTruncated ? [strings.rawJsonTruncated()] : []),
    ...(isSpelled ? [strings.rawJsonInvisible()] : []),
  ].join(' ');
}
