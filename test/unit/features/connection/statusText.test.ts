import assert from 'node:assert/strict';
import type { RequestError } from '../../../../src/core/api/requestError';
import type { ConnectionState } from '../../../../src/features/connection/connectionState';
import { statusText } from '../../../../src/features/connection/status/statusText';

const now = Date.UTC(2025, 2, 4, 12);
const remote = { address: 'https://intel.example/p', host: 'intel.example' };

function state(changes: Partial<ConnectionState> = {}): ConnectionState {
  return { remote, mode: 'onHover', urls: 'withoutQuery', budget: {}, ...changes };
}

function local(changes: Partial<ConnectionState> = {}): ConnectionState {
  return { mode: 'onDemand', urls: 'withoutQuery', budget: {}, ...changes };
}

describe('The status bar item', () => {
  it('shows the mode', () => {
    assert.equal(statusText(state(), now).text, '$(shield) Lookups: on hover');
    assert.equal(statusText(state({ mode: 'offline' }), now).text, '$(shield) Lookups: offline');
  });

  it('shows that nothing is sent without a service', () => {
    const words = statusText(local(), now);
    assert.equal(words.text, '$(shield) Lookups: local');
    assert.match(words.tooltip.join('\n'), /Nothing is sent/);
  });

  it('shows offline mode without a service and despite earlier errors', () => {
    const refused: RequestError = { kind: 'connectionRefused', detail: '' };
    const words = statusText(local({ mode: 'offline' }), now);
    assert.equal(words.text, '$(shield) Lookups: offline');
    assert.match(words.tooltip.join('\n'), /Sends nothing\./);
    assert.equal(statusText(state({ mode: 'offline', error: refused }), now).text, '$(shield) Lookups: offline');
  });

  it('names the service and what the mode sends in its tooltip', () => {
    const tooltip = statusText(state(), now).tooltip.join('\n');
    assert.match(tooltip, /intel\.example/);
    assert.match(tooltip, /Sends an indicator when you hover/);
  });

  it('shows the requests left today, or else this month', () => {
    const both = state({ budget: { day: 38, month: 900, second: 1 } });
    assert.equal(statusText(both, now).text, '$(shield) Lookups: on hover · 38 left today');
    assert.match(statusText(state({ budget: { month: 900 } }), now).text, /900 left this month/);
  });

  it('shows a large budget in the tooltip only', () => {
    const words = statusText(state({ budget: { day: 19_999_999 } }), now);
    assert.equal(words.text, '$(shield) Lookups: on hover');
    assert.match(words.tooltip.join('\n'), /Requests: 19,999,999 left today/);
  });

  it('warns about an error', () => {
    const refused: RequestError = { kind: 'keyRejected', detail: '', hadKey: true };
    const words = statusText(state({ error: refused }), now);
    assert.equal(words.text, '$(warning) Lookups: API key rejected');
    assert.match(words.tooltip[0] ?? '', /rejected the API key \(HTTP 401\)/);
    const needed: RequestError = { kind: 'keyRejected', detail: '', hadKey: false };
    assert.equal(statusText(state({ error: needed }), now).text, '$(warning) Lookups: API key required');
  });

  it('does not show details of an error', () => {
    const error: RequestError = { kind: 'unreachable', detail: 'ECONNRESET 192.0.2.7:443' };
    assert.doesNotMatch(JSON.stringify(statusText(state({ error }), now)), /ECONNRESET/);
  });

  it('warns about a rate limit until it ends, and reports when', () => {
    const limited = state({ error: { kind: 'rateLimited', detail: '', retryAt: now + 40_000 } });
    const words = statusText(limited, now);
    assert.match(words.text, /rate limit/);
    assert.equal(words.changesAt, now + 40_000);
    assert.equal(statusText(limited, now + 40_000).text, '$(shield) Lookups: on hover');
  });

  it('warns while requests are paused', () => {
    assert.match(statusText(state({ budget: { pausedUntil: now + 5_000 } }), now).text, /rate limit/);
    assert.match(statusText(state({ budget: { pausedUntil: now } }), now).text, /on hover/);
  });

  it('warns about an invalid base URL', () => {
    const words = statusText(local({ error: { kind: 'badBaseUrl', detail: 'no' } }), now);
    assert.equal(words.text, '$(warning) Lookups: invalid base URL');
  });
});
