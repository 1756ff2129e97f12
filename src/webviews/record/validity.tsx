import type { ValidityView } from '../messages/recordParts';
import { Time } from '../common/time';

/** How far a certificate is through its time. */
export function Validity({ validity: { from, until, passed, tone, words } }: { readonly validity: ValidityView }) {
  const width = 1000;
  return (
    <div class={`validity ${tone}`}>
      <span>{words}</span>
      <svg viewBox={`0 0 ${width} 8`} preserveAspectRatio="none" aria-hidden="true">
        <rect class="track" width={width} height="8" />
        <rect class="passed" width={Math.round(passed * width)} height="8" />
      </svg>
      <span class="ends dim">
        <Time at={from} form="date" />
        <Time at={until} form="date" />
      </span>
    </div>
  );
}
