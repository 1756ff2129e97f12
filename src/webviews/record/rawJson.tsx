import type { RecordView } from '../messages/recordParts';

/** The record as JSON; the copy is whole and unchanged. */
export function RawJson({ record, copy }: { readonly record: RecordView; readonly copy: () => void }) {
  return (
    <section class="card raw" aria-label="Raw JSON">
      <div class="card-head">
        <h2>Raw JSON</h2>
        <button type="button" class="secondary" onClick={copy}>
          Copy JSON
        </button>
      </div>
      {record.rawCut ? <p class="dim">Only the beginning is shown; Copy JSON copies all of it.</p> : null}
      <pre tabIndex={0}>{record.raw}</pre>
    </section>
  );
}
