import type { BaseUrl } from '../../../core/api/baseUrl';
import { urlProblemMessage } from '../../../core/api/strings';
import { untrusted, showInputBox, type UiText } from '../../shared/ui';
import { uiSentences, uiText } from '../../shared/ui/text';

interface Deps {
  readonly title: UiText;
  readonly prompt: UiText;
  readonly placeHolder: UiText;
  readonly read: (text: string) => BaseUrl;
}

/** An input box for an address. Keeps its text even after it was closed, until `forget`. */
export class AddressInput {
  private typed = '';

  constructor(private readonly deps: Deps) {}

  /** Returns the normalized address; starts with `text`, by default the last text. Undefined if the box was closed. */
  async prompt(text = this.typed): Promise<string | undefined> {
    const { prompt, read, ...labels } = this.deps;
    this.typed = text;
    for (let isFirst = true; ; isFirst = false) {
      const typed = await showInputBox({
        ...labels,
        prompt: isFirst ? prompt : uiSentences(uiText('Enter a URL.'), prompt),
        value: this.typed,
        ignoreFocusOut: true,
        validateInput: (now) => {
          this.typed = now;
          if (now.trim() === '') return undefined;
          const address = read(now);
          return address.ok ? undefined : untrusted(urlProblemMessage(address.problem));
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
