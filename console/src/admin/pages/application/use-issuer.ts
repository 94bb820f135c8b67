import { useQuery } from '@tanstack/react-query';

export const discoveryPath = '/.well-known/openid-configuration';

/** The discovery document. The issuer is a setting and can differ from this page's address. */
async function readIssuer({ signal }: { signal: AbortSignal }): Promise<string> {
  return ((await (await fetch(discoveryPath, { signal })).json()) as { issuer: string }).issuer;
}

/** The issuer, which is the origin of the pages too; undefined while it loads. */
export const useIssuer = (): string | undefined =>
  useQuery({ queryKey: ['issuer'], queryFn: readIssuer, staleTime: Number.POSITIVE_INFINITY }).data;
