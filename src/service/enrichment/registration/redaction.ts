/** Texts that registries use in place of a redacted contact. */
const redactionPattern =
  /redacted|gdpr|data protect|statutory mask|not disclosed|non-public|masked|withheld|not shown|hidden upon|rdds service of the registrar|select request email form/i;

/** Texts that identify privacy and proxy services. */
const privacyServicePattern =
  /privacy|proxy|whoisguard|identity protect|anonymi[sz]e|whois agent|private (?:by design|registr|person|whois)|domain protection|perfect privacy|withheldforprivacy/i;

/** Whether the text of a contact is only a note that it is redacted. */
export function isRedacted(text: string): boolean {
  return redactionPattern.test(text) && !/withheld for privacy/i.test(text);
}

/** Whether a contact is a privacy or proxy service; `REDACTED FOR PRIVACY` isn't one. */
export function isPrivacyService(text: string): boolean {
  return !isRedacted(text) && privacyServicePattern.test(text);
}
