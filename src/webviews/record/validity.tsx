import type { ValidityView } from '../messages/recordParts';
import { Moment } from '../common/moment';

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
        <Moment moment={{ ...from, age: from.date }} />
        <Moment moment={{ ...until, age: until.date }} />
      </span>
    </div>
  );
}
