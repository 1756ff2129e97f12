import { parseBaseUrl } from '../../../core/api/baseUrl';
import { foreign, showQuickPick } from '../../shared/ui';
import { AddressInput } from './addressInput';
import type { MirrorFeatureParts } from '../mirrorParts';
import { formatAddress, hostOfAddress } from '../mirrorLabels';
import { strings } from '../strings';
import { uiText, icon } from '../../shared/ui/text';

/** Prompts for the address of a TAXII server. */
export class AddressPrompt {
  private readonly box: AddressInput;

  constructor(private readonly parts: Pick<MirrorFeatureParts, 'connected' | 'settings'>) {
    this.box = new AddressInput({
      title: uiText('Add TAXII Server: URL'),
      prompt: uiText('Base URL of the service, discovery URL (…/taxii2/), or API root'),
      placeHolder: foreign('https://intel.example/taxii2/'),
      read: (text) => parseBaseUrl(text, { allowHttp: parts.settings.current().allowHttp }),
    });
  }

  /** The connected service's own server, or another one by address; undefined if the prompt was closed. */
  async prompt(): Promise<string | undefined> {
    const service = this.parts.connected();
    if (service === undefined) return this.box.prompt();
    const own = {
      label: strings.connectedService(hostOfAddress(service)),
      description: uiText('connected service'),
      detail: uiText('{0}/taxii2/', formatAddress(service)),
    };
    const other = { label: uiText('{0} Another Server…', icon('add')), description: uiText('enter its URL') };
    const chosen = await showQuickPick([own, other], {
      title: uiText('Add TAXII Server'),
      placeHolder: uiText('Select the server that has the collections'),
      ignoreFocusOut: true,
    });
    if (chosen === own) return service;
    return chosen === undefined ? undefined : this.box.prompt();
  }

  /** Prompts with this address to start with. */
  async showWith(address: string): Promise<string | undefined> {
    return this.box.prompt(address);
  }

  /** Prompts again after `address` failed, with what was typed. */
  async showAgain(address: string): Promise<string | undefined> {
    return address === this.parts.connected() ? this.box.prompt(address) : this.box.prompt();
  }

  /** A server was added: the next one has another address. */
  forget(): void {
    this.box.forget();
  }
}
