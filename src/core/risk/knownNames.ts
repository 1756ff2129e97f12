/**
 * Names that are imitated often, each the label in front of a public suffix. It is no list of good hosts: it only says what
 * others may want to look like. Short names are left out, since too many others are one letter away from them.
 */
const text = `adobe airbnb alibaba amazon americanexpress apple bankofamerica barclays binance blockchain booking
 capitalone citibank cloudflare coinbase deutschebank discord docusign dropbox facebook fedex gmail google hotmail hsbc
 icloud instagram kraken linkedin mastercard metamask microsoft microsoftonline netflix nintendo office365 onedrive
 outlook paypal playstation postbank revolut roblox salesforce santander sharepoint skype snapchat sparkasse spotify
 steamcommunity steampowered telegram tiktok trustwallet twitter usps walmart wellsfargo westernunion whatsapp yahoo
 youtube zoom`;

export const knownNames: readonly string[] = text.split(/\s+/);

/** Words that stand beside such a name where somebody is to type a password or to pay. */
export const baitWords: ReadonlySet<string> = new Set(
  'account auth billing confirm help invoice login logon password pay payment recover recovery refund secure security service signin support unlock update validate verification verify wallet'.split(
    ' ',
  ),
);
