/** Words that stand where a registry keeps a contact to itself. */
const redactionPattern =
  /redacted|gdpr|data protect|statutory mask|not disclosed|non-public|masked|withheld|not shown|hidden upon|rdds service of the registrar|select request email form/i;

/** Words by which services that lend their own name to registrants are known. */
const privacyServicePattern =
  /privacy|proxy|whoisguard|identity protect|anonymi[sz]e|whois agent|private (?:by design|registr|person|whois)|domain protection|perfect privacy|withheldforprivacy/i;

/** Whether a contact's text says only that it is withheld. */
export function isRedacted(text: string): boolean {
  return redactionPattern.test(text) && !/withheld for privacy/i.test(text);
}

/** Whether a contact is a privacy or proxy service; `REDACTED FOR PRIVACY` is none. */
export function isPrivacyService(text: string): boolean {
  return !isRedacted(text) && privacyServicePattern.test(text);
}
