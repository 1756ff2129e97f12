import { strings } from '../../src/features/sources/localData/strings';
import assert from 'node:assert/strict';
import type { RequestError } from '../../src/core/api/requestError';
import { Notices } from '../../src/features/shared/notices/notices';
import { workerJobs } from '../../src/features/shared/commands/workerJobs';
import { SettingsFacade } from '../../src/features/shared/settings/settings';
import { infoItems, LocalService } from '../../src/features/sources/localData/localService';
import { fakeClient, FakeSecrets, memory, recordingOutput } from './helpers/fakes';
import { uiText } from '../../src/features/shared/ui/text';
import { readIgnoreFileAt } from '../../src/services';

/** A local service whose worker answers a start with `started`; `error` is the answer of the program on the port. */
function build(started: { readonly url: string } | { readonly portTaken: true }, error?: RequestError) {
  const settings = new SettingsFacade(readIgnoreFileAt);
  const secrets = new FakeSecrets();
  const jobs: (readonly [string, unknown])[] = [];
  const worker = workerJobs((job, input) => {
    jobs.push([job, input]);
    return Promise.resolve(job === 'startService' ? started : { stopped: true });
  });
  const notices = new Notices(memory(), recordingOutput());
  const shown: string[] = [];
  notices.offer = (_level, sentence, ...actions) => {
    shown.push([sentence, ...actions.map(({ label }) => label)].join(' | '));
    return Promise.resolve();
  };
  const createClient = (address: string) => fakeClient(address, () => error);
  const service = new LocalService({ worker, settings, secrets, notices, createClient });
  return { service, secrets, jobs, shown, end: () => settings.dispose() };
}

describe('The local service for other programs', () => {
  it('shows its URL, offers its key, and keeps both until it is stopped', async () => {
    const { service, secrets, jobs, shown, end } = build({ url: 'http://127.0.0.1:8137' });
    await service.start();
    assert.deepEqual(shown, [`${strings.serviceRunning('http://127.0.0.1:8137')} | Copy Key | Copy URL`]);
    assert.equal(service.url(), 'http://127.0.0.1:8137');
    const [key] = [...secrets.values.values()];
    assert.match(key ?? '', /^[0-9a-f]{48}$/);
    await service.stop();
    assert.equal(service.url(), undefined);
    await service.start();
    assert.deepEqual(
      jobs.filter(([job]) => job === 'startService').map(([, input]) => input),
      Array.from({ length: 2 }, () => ({ port: 8137, key, tier: 'business' })),
    );
    end();
  });

  it('runs once per machine: a second window shows its URL', async () => {
    const { service, shown, end } = build({ portTaken: true });
    await service.start();
    assert.match(shown[0] ?? '', /running at http:\/\/127\.0\.0\.1:8137 in another window/);
    assert.equal(service.url(), undefined);
    end();
  });

  it('recognizes another program that uses the port', async () => {
    const { service, shown, end } = build({ portTaken: true }, { kind: 'notJson', detail: '' });
    await service.start();
    assert.deepEqual(shown, [`${strings.portInUse(8137)} | ${uiText('Change Port…')}`]);
    end();
  });

  it("lists what to copy for other programs, and offers to start if it isn't running", async () => {
    const running = build({ url: 'http://127.0.0.1:8137' });
    await running.service.start();
    const [key] = [...running.secrets.values.values()];
    const items = infoItems('http://127.0.0.1:8137', key ?? '');
    assert.deepEqual(
      items.map(({ label, text }) => [label.replace(/^\S+ /, ''), text]),
      [
        ['Copy URL', 'http://127.0.0.1:8137'],
        ['Copy TAXII URL', 'http://127.0.0.1:8137/taxii2/'],
        ['Copy Polling URL', 'http://127.0.0.1:8137/taxii2/changes/'],
        ['Copy Key', key],
      ],
    );
    // The key isn't visible while the list is open.
    assert.ok(!items.some(({ label, description, detail }) => `${label}${description}${detail}`.includes(key ?? '')));
    running.end();
    const stopped = build({ url: 'http://127.0.0.1:8137' }, { kind: 'connectionRefused', detail: '' });
    await stopped.service.showInfo();
    assert.match(stopped.shown[0] ?? '', /isn't running.* \| Start Local Service$/);
    assert.deepEqual(stopped.jobs, []);
    stopped.end();
  });
});
