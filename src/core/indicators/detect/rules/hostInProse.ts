import {
  type BareName,
  isBuildFile,
  isCall,
  isKey,
  isMailDomain,
  followsHostField,
  isNpmScope,
  isObjectMember,
  isPackage,
  isPathSegment,
  isPrivateHost,
  isFullyQualified,
  looksLikeCode,
} from './bareName';
import { isMemberTld, isMostlyFileExtension } from './tldKinds';
import { isHostCell, isInHostList } from './hostList';

/** Whether a bare name in prose or a log is a host rather than a member, file, package, or product. */
export function isHostInProse(name: BareName): boolean {
  const { kind, tld, labels, after } = name;
  if (isPathSegment(name) || isBuildFile(name) || looksLikeCode(name) || isPackage(name) || isNpmScope(name))
    return false;
  if (after.startsWith('(') && /^\(["'`]/.test(after)) return false;
  if ((kind === 'plain' && !isMemberTld(tld)) || labels[0] === 'www') return true;
  if (isCall(name) || isKey(name)) return false;
  if (followsHostField(name) || (kind === 'file' && isHostCell(name))) return true;
  if (isQuotedCode(name) || isFacility(name) || isUserName(name)) return false;
  return kind !== 'file' || isHostLikeFile(name);
}

/** Operators that follow a member in code, but not a host in a sentence. */
const operatorPattern = /^\s(?:[=!]==?|&&|\|\||instanceof\b|\+\s["'`]|[*%]\s\d)/;

/** Code quoted in a report, log, or readme: `console.log(message.data)`, `Identifier.id`, `x = y.store;`. */
function isQuotedCode(name: BareName): boolean {
  const { raw, tld, labels, before, after } = name;
  if (isPrivateHost(name) || isMailDomain(name)) return false;
  if (/[a-z][A-Z]/.test(raw)) return true;
  // `\fBsystemd.network\fR` in a manual page.
  if (/\\f[BI]$/.test(before)) return true;
  if (isShortLink(name)) return false;
  if (tld.length > 2 && labels[0]?.length === 1 && isObjectMember(name)) return true;
  const isCapital = /^[A-Z]/.test(raw) && !isAllCaps(name);
  if (isMemberTld(tld) && !isFullyQualified(name) && (isObjectMember(name) || isCapital)) return true;
  if (isMemberTld(tld) && operatorPattern.test(after)) return true;
  if (/[\w$]\($/.test(before) && /^[),;[]/.test(after)) return true;
  return /(?:[=!]=?|\b(?:return|const|let|var|await|delete|typeof|new))\s$/.test(before) && /^[;)]/.test(after);
}

/** `NS1.A-SITE.INFO`, as resolvers and registries write names; table columns have fewer labels (`EMP.ID`). */
function isAllCaps({ raw, labels, tld }: BareName): boolean {
  return raw === raw.toUpperCase() && labels.length > (/^(?:id|name|date|data|type)$/.test(tld) ? 3 : 2);
}

/** `max.page` after a user field, a common user name; not the domain of `max.page\\ann`. */
function isUserName({ labels, kind, before, after }: BareName): boolean {
  if (labels.length > 2 || kind === 'plain' || /^\\|^\//.test(after)) return false;
  return /(?:^|[^a-z])(?:(?:usr|user|log)_?name|user|login|logname|account)["']?\s?[:=]\s?["'<]?$|\buser(?: ["'<[]?|\[)$/i.test(
    before,
  );
}

/** `kern.info`, `local7.info`: a syslog facility and severity. */
function isFacility(name: BareName): boolean {
  return (
    /^(?:kern|user|mail|daemon|auth(?:priv)?|syslog|lpr|news|uucp|cron|ftp|local[0-7])\.info$/.test(name.value) &&
    !isMailDomain(name)
  );
}

/** `t.me/channel`: members aren't followed by a path. */
function isShortLink({ raw, value, tld, labels, after }: BareName): boolean {
  return (
    raw === value && labels.length === 2 && labels[0]?.length === 1 && tld.length === 2 && /^\/[\w+@-]{2}/.test(after)
  );
}

const fileStemPattern =
  /^(?:makefile|configure|manifest|config|main|index|test|setup|lib\w*|js|css|ts|json|html|tar|txt|h|min|\d+)$/;
const commonPortPattern = /^:(?:80|443|8080|8443|22|21|25|53)\b(?!:)/;

/** Whether a name with a file extension is a host, based on a port, an email address, or its form. */
function isHostLikeFile(name: BareName): boolean {
  const { raw, value, before, after, labels, tld } = name;
  if (raw !== value || /[/\\]$/.test(before)) return false;
  if (isMailDomain(name) || commonPortPattern.test(after) || isFullyQualified(name)) return true;
  if (fileStemPattern.test(labels.at(-2) ?? '')) return false;
  return labels.length > 2 || !isMostlyFileExtension(tld) || isInHostList(name);
}
