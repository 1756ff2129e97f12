/**
 * Names that are often imitated, each the label before a public suffix. Not a list of harmless hosts. Short names are
 * omitted, since too many others differ by one letter.
 */
const text = `adobe airbnb alibaba amazon americanexpress apple bankofamerica barclays binance blockchain booking
 capitalone citibank cloudflare coinbase deutschebank discord docusign dropbox facebook fedex gmail google hotmail hsbc
 icloud instagram kraken linkedin mastercard metamask microsoft microsoftonline netflix nintendo office365 onedrive
 outlook paypal playstation postbank revolut roblox salesforce santander sharepoint skype snapchat sparkasse spotify
 steamcommunity steampowered telegram tiktok trustwallet twitter usps walmart wellsfargo westernunion whatsapp yahoo
 youtube zoom`;

export const knownNames: readonly string[] = text.split(/\s+/);

/** Words next to such a name that ask for passwords or payments. */
export const baitWords: ReadonlySet<string> = new Set(
  'account auth billing confirm help invoice login logon password pay payment recover recovery refund secure security service signin support unlock update validate verification verify wallet'.split(
    ' ',
  ),
);
