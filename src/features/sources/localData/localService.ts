import * as vscode from 'vscode';
import type { ServiceClient } from '../../../core/api/client';
import type { NoticeAction, Notices } from '../../shared/notices/notices';
import type { WorkerJobs } from '../../shared/commands/workerJobs';
import type { SettingsFacade } from '../../shared/settings/settings';
import { untrusted, showQuickPick, type UiPickItem, type UiText } from '../../shared/ui';
import { strings } from './strings';
import { uiText } from '../../shared/ui/text';

const keyName = 'threatLookups.localServiceKey';
const runsContext = 'threatLookups.localServiceRuns';

interface Deps {
  readonly worker: WorkerJobs;
  readonly settings: SettingsFacade;
  readonly secrets: vscode.SecretStorage;
  readonly notices: Notices;
  /** Used to check whether a local service uses the port. */
  readonly createClient: (address: string) => ServiceClient;
}

/** The local service for other programs on this machine. Only the user starts it; it ends with the window. */
export class LocalService {
  private address: string | undefined;

  constructor(private readonly deps: Deps) {}

  /** Its URL while it is running. */
  url(): string | undefined {
    return this.address;
  }

  async start(): Promise<void> {
    const { worker, settings, notices } = this.deps;
    const key = await this.key();
    if (this.address !== undefined) {
      this.offer(
        uiText(
          'The local service is running at {0}. Without the key, the limits of the Visitor plan apply.',
          this.address,
        ),
        this.address,
        key,
      );
      return;
    }
    const port = settings.current().localServicePort;
    const started = await worker.startService({ port, key, tier: 'business' });
    if ('url' in started) {
      this.setAddress(started.url);
      this.offer(strings.serviceRunning(started.url), started.url, key);
      return;
    }
    const address = `http://127.0.0.1:${port}`;
    if (await this.isOurs(address)) {
      this.offer(
        uiText(
          'The local service is running at {0} in another window. Without the key, the limits of the Visitor plan apply.',
          address,
        ),
        address,
        key,
      );
      return;
    }
    void notices.offer('warning', strings.portInUse(port), {
      label: uiText('Change Port…'),
      run: () => vscode.commands.executeCommand('workbench.action.openSettings', '@id:threatLookups.localService.port'),
    });
  }

  async stop(): Promise<void> {
    const { stopped } = await this.deps.worker.stopService();
    this.setAddress(undefined);
    if (stopped) this.deps.notices.inform(uiText('The local service was stopped.'));
    else this.notifyStopped();
  }

  /** Handles the end of the thread that ran it. */
  ended(): void {
    if (this.address === undefined) return;
    this.setAddress(undefined);
    void this.deps.notices.offer('warning', uiText('The local service stopped unexpectedly.'), {
      label: uiText('Start Local Service'),
      run: () => this.start(),
    });
  }

  /** Shows what other programs need, each to copy. */
  async showInfo(): Promise<void> {
    const { notices, settings } = this.deps;
    const address = this.address ?? `http://127.0.0.1:${settings.current().localServicePort}`;
    if (this.address === undefined && !(await this.isOurs(address))) {
      void notices.offer(
        'information',
        uiText(
          "The local service isn't running. Start it to make your store available to other programs, including over TAXII 2.1.",
        ),
        {
          label: uiText('Start Local Service'),
          run: async () => {
            await this.start();
            if (this.address !== undefined) await this.showInfo();
          },
        },
      );
      return;
    }
    const picked = await showQuickPick(infoItems(address, await this.key()), {
      title: uiText('Local Service Connection Info'),
      placeHolder: uiText('Select what to copy'),
    });
    if (picked !== undefined) await this.copy(picked.text, picked.done);
  }

  private copyAction(label: UiText, text: string, done: UiText): NoticeAction {
    return { label, run: () => this.copy(text, done) };
  }

  private notifyStopped(): void {
    this.deps.notices.inform(uiText("The local service isn't running in this window."));
  }

  private async copy(text: string, done: UiText): Promise<void> {
    await vscode.env.clipboard.writeText(text);
    this.deps.notices.inform(done);
  }

  private setAddress(address: string | undefined): void {
    this.address = address;
    void vscode.commands.executeCommand('setContext', runsContext, address !== undefined);
  }

  /** The key, created at the first start and reused, so that other programs don't have to be reconfigured. */
  private async key(): Promise<string> {
    const { secrets } = this.deps;
    const stored = await secrets.get(keyName);
    if (stored !== undefined && stored !== '') return stored;
    const key = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('');
    await secrets.store(keyName, key);
    return key;
  }

  /** Whether a local service of this extension uses the port. The key isn't sent: another program may listen there. */
  private async isOurs(address: string): Promise<boolean> {
    const outcome = await this.deps.createClient(address).check();
    return outcome.ok || outcome.error.kind === 'keyRejected' || outcome.error.kind === 'rateLimited';
  }

  /** Not awaited: the service runs whether or not the notice is read. */
  private offer(message: UiText, address: string, key: string): void {
    void this.deps.notices.offer(
      'information',
      message,
      this.copyAction(uiText('Copy Key'), key, uiText('Copied the key of the local service.')),
      this.copyAction(uiText('Copy URL'), address, uiText('Copied the URL of the local service.')),
    );
  }
}

interface InfoItem extends UiPickItem {
  readonly text: string;
  readonly done: UiText;
}

/** URLs and the key for other programs. The key isn't shown. */
export function infoItems(address: string, key: string): readonly InfoItem[] {
  const taxii = `${address}/taxii2/`;
  const polling = `${taxii}changes/`;
  return [
    {
      label: uiText('$(copy) Copy URL'),
      description: untrusted(address),
      text: address,
      done: uiText('Copied the URL of the local service.'),
    },
    {
      label: uiText('$(copy) Copy TAXII URL'),
      description: untrusted(taxii),
      detail: uiText('TAXII 2.1. The user name is taxii2, and the password is the key.'),
      text: taxii,
      done: uiText('Copied the TAXII URL of the local service.'),
    },
    {
      label: uiText('$(copy) Copy Polling URL'),
      description: untrusted(polling),
      detail: uiText('API root for TAXII clients that poll for updates'),
      text: polling,
      done: uiText('Copied the polling URL.'),
    },
    {
      label: uiText('$(key) Copy Key'),
      detail: uiText("The key doesn't change. Without it, the limits of the Visitor plan apply."),
      text: key,
      done: uiText('Copied the key of the local service.'),
    },
  ];
}
