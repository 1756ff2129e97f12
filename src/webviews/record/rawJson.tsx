import { useEffect } from 'preact/hooks';
import type { RecordView } from '../messages/recordParts';
import { usePanel } from './panelContext';

/** The record as JSON, the same that an export writes; the copy is whole and unchanged. */
export function RawJson({ record: { id } }: { readonly record: RecordView }) {
  const { state, send } = usePanel();
  const raw = state.raw.get(id);
  useEffect(() => {
    if (raw === undefined) send({ kind: 'raw', record: id });
  }, [id, raw === undefined]);
  return (
    <section class="card raw" aria-label="Raw JSON">
      <div class="card-head">
        <h2>Raw JSON</h2>
        <button type="button" class="secondary" onClick={() => send({ kind: 'copyRaw', record: id })}>
          Copy JSON
        </button>
      </div>
      {raw === undefined ? (
        <p role="status">Writing it…</p>
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
    'The same as Export… writes as JSON: moments in UTC, values as they are.',
    ...(isTruncated ? ['Only the beginning is shown; Copy JSON copies all of it.'] : []),
    ...(isSpelled ? ['Characters that can’t be seen are named here; the copy has them as they are.'] : []),
  ].join(' ');
}
