import type { ValidityView } from '../../messages/recordParts';
import { Time } from '../../common/time';

/** How much of a certificate's validity has passed. */
export function Validity({ validity: { from, until, passed, tone, label } }: { readonly validity: ValidityView }) {
  const width = 1000;
  return (
    <div class={`validity ${tone}`}>
      <span>{label}</span>
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
