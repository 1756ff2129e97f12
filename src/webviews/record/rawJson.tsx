import { useState } from 'preact/hooks';
import type { RecordView } from '../messages/recordParts';

/** The record as JSON, folded away until asked for; the copy is whole and unchanged. */
export function RawJson({ record, copy }: { readonly record: RecordView; readonly copy: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="raw" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Raw JSON</summary>
      {open ? (
        <>
          <button type="button" class="secondary" onClick={copy}>
            Copy JSON
          </button>
          {record.rawCut ? <p class="dim">Only the beginning is shown; Copy JSON copies all of it.</p> : null}
          <pre tabIndex={0}>{record.raw}</pre>
        </>
      ) : null}
    </details>
  );
}
