import type { BaseUrl } from '../../core/api/baseUrl';
import { addressProblemMessage } from '../../core/api/strings';
import { foreign, showInputBox, type UiText } from '../common/ui';
import { strings } from './strings';

export interface AddressInputParts {
  readonly title: UiText;
  readonly prompt: UiText;
  readonly placeHolder: UiText;
  readonly read: (text: string) => BaseUrl;
}

/** A box for an address. What was typed stands there again, however it was left, until `forget`. */
export class AddressInput {
  private typed = '';

  constructor(private readonly parts: AddressInputParts) {}

  /** The address as it is used; `text` to begin with, else what was typed last. Nothing where the box was left. */
  async ask(text = this.typed): Promise<string | undefined> {
    const { prompt, read, ...labels } = this.parts;
    this.typed = text;
    for (let isFirst = true; ; isFirst = false) {
      const typed = await showInputBox({
        ...labels,
        prompt: isFirst ? prompt : strings.addressFirst(prompt),
        value: this.typed,
        ignoreFocusOut: true,
        validateInput: (now) => {
          this.typed = now;
          if (now.trim() === '') return undefined;
          const address = read(now);
          return address.ok ? undefined : foreign(addressProblemMessage(address.problem));
        },
      });
      if (typed === undefined) return undefined;
      this.typed = typed;
      const address = read(typed);
      if (address.ok) return address.url;
    }
  }

  forget(): void {
    this.typed = '';
  }
}
