import { RiskIcon } from '../common/riskIcon';
import type { NoticeView } from '../messages/record';
import type { Send } from './send';

/** One sentence each, with the one or two things that can be done about it. */
export function Notices({ notices, send }: { readonly notices: readonly NoticeView[]; readonly send: Send }) {
  return (
    <div role="status">
      {notices.map((notice, index) => (
        <p key={index} class={`notice ${notice.tone}`}>
          <RiskIcon icon={notice.icon ?? 'info'} />
          <span class="notice-text">{notice.text}</span>
          {notice.actions.map(({ label, action }) => (
            <button key={action} type="button" class="secondary" onClick={() => send({ kind: 'act', action })}>
              {label}
            </button>
          ))}
        </p>
      ))}
    </div>
  );
}
