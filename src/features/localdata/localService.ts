import * as vscode from 'vscode';
import type { ServiceClient } from '../../core/api/client';
import type { NoticeAction, Notices } from '../common/notices';
import type { RunJob } from '../common/runJob';
import type { SettingsFacade } from '../common/settings';
import { foreign, uiText } from '../common/ui';

const keyName = 'threatLookups.localServiceKey';
const runsContext = 'threatLookups.localServiceRuns';

export interface LocalServiceParts {
  readonly run: RunJob;
  readonly settings: SettingsFacade;
  readonly secrets: vscode.SecretStorage;
  readonly notices: Notices;
  /** To see whether what holds the port is a service of ours. */
  readonly createClient: (address: string) => ServiceClient;
}

/** The local service on loopback, for other programs: started and stopped by the user alone, ends with the window. */
export class LocalService {
  private address: string | undefined;

  constructor(private readonly parts: LocalServiceParts) {}

  /** Where it listens; undefined while it does not. */
  url(): string | undefined {
    return this.address;
  }

  async start(): Promise<void> {
    const { run, settings, notices } = this.parts;
    const key = await this.key();
    if (this.address !== undefined) {
      this.offer(this.address, key, '');
      return;
    }
    const port = settings.current().localServicePort;
    const started = await run('startService', { port, key, tier: 'business' });
    if ('url' in started) {
      this.setAddress(started.url);
      this.offer(started.url, key, ', until this window is closed');
      return;
    }
    const address = `http://127.0.0.1:${port}`;
    if (await this.isOurs(address)) {
      this.offer(address, key, ', in another window');
      return;
    }
    void notices.offer('warning', uiText('Port {0} is taken by another program.', port), {
      label: uiText('Change Port…'),
      run: () => vscode.commands.executeCommand('workbench.action.openSettings', '@id:threatLookups.localService.port'),
    });
  }

  async stop(): Promise<void> {
    const { stopped } = await this.parts.run('stopService', {});
    this.setAddress(undefined);
    if (stopped) this.parts.notices.tell(uiText('The local service was stopped.'));
    else this.notifyStopped();
  }

  /** The thread that served it is gone. */
  ended(): void {
    if (this.address === undefined) return;
    this.setAddress(undefined);
    void this.parts.notices.offer('warning', uiText('The local service stopped unexpectedly.'), {
      label: uiText('Start Local Service'),
      run: () => this.start(),
    });
  }

  async copyAddress(): Promise<void> {
    if (this.address === undefined) this.notifyStopped();
    else await this.copy(this.address, 'The address of the local service was copied.');
  }

  async copyKey(): Promise<void> {
    if (this.address === undefined) this.notifyStopped();
    else await this.copy(await this.key(), 'The key of the local service was copied.');
  }

  /** What a TAXII client of another program needs: address, user, key. */
  async showTaxii(): Promise<void> {
    const { notices, settings } = this.parts;
    const address = this.address ?? `http://127.0.0.1:${settings.current().localServicePort}`;
    if (this.address === undefined && !(await this.isOurs(address))) {
      const sentence = uiText(
        'The local service does not run. Started, it serves your store to programs on this machine, also as TAXII 2.1.',
      );
      void notices.offer('information', sentence, {
        label: uiText('Start Local Service'),
        run: async () => {
          await this.start();
          if (this.address !== undefined) await this.showTaxii();
        },
      });
      return;
    }
    const key = await this.key();
    const taxii = `${address}/taxii2/`;
    const changes = `${taxii}changes/`;
    void notices.offer(
      'information',
      uiText(
        'TAXII 2.1 for other programs: {0}, user taxii2, and the key of the local service as password. Clients that poll for updates should use the API root {1}. The port is a setting, the key stays the same.',
        taxii,
        changes,
      ),
      this.copying('Copy TAXII Address', taxii, 'The TAXII address of the local service was copied.'),
      this.copying('Copy Address for Polling', changes, 'The TAXII address for polling was copied.'),
      this.copying('Copy Key', key, 'The key of the local service was copied.'),
    );
  }

  private copying(label: string, text: string, done: string): NoticeAction {
    return { label: foreign(label), run: () => this.copy(text, done) };
  }

  private notifyStopped(): void {
    this.parts.notices.tell(uiText('The local service does not run in this window.'));
  }

  private async copy(text: string, done: string): Promise<void> {
    await vscode.env.clipboard.writeText(text);
    this.parts.notices.tell(foreign(done));
  }

  private setAddress(address: string | undefined): void {
    this.address = address;
    void vscode.commands.executeCommand('setContext', runsContext, address !== undefined);
  }

  /** A key that lasts, so that other programs need not be set up anew; made at the first start. */
  private async key(): Promise<string> {
    const { secrets } = this.parts;
    const stored = await secrets.get(keyName);
    if (stored !== undefined && stored !== '') return stored;
    const key = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('');
    await secrets.store(keyName, key);
    return key;
  }

  /** Asks without a key: who holds the port need not be a friend. Our service answers, or asks for one. */
  private async isOurs(address: string): Promise<boolean> {
    const outcome = await this.parts.createClient(address).check();
    return outcome.ok || outcome.error.kind === 'keyRejected' || outcome.error.kind === 'rateLimited';
  }

  /** Not awaited by callers: the service runs, whether or not the notice was read. */
  private offer(address: string, key: string, how: string): void {
    void this.parts.notices.offer(
      'information',
      uiText(
        'The local service runs at {0}{1}. Without the key it answers, too, with the allowance of a visitor.',
        address,
        how,
      ),
      this.copying('Copy Key', key, 'The key of the local service was copied.'),
      this.copying('Copy Address', address, 'The address of the local service was copied.'),
    );
  }
}
