import type { Row } from '@doorwright/crds';
import { brandFieldNames } from '@doorwright/crds/brand/names.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Organization } from '../../../portal/page.ts';
import { call } from '../../http/call.ts';
import { usePaused } from '../preview/use-paused.ts';
import { PreviewPages } from './PreviewPages.tsx';
import type { PagePreviewed } from './page-previewed.ts';

const shownFields = [...brandFieldNames, 'favicon', 'displayName', 'websiteUrl'];

/** An application that offers the usual, and looks as its organization does. */
const sampleOf = (organization: string, displayName: string) => ({
  ...{ organization, displayName, enablePassword: true, enableSignUp: true, isEnabled: true },
  signupItems: [
    ...['Username', 'Email', 'Password'].map((name) => ({ name, visible: true, required: true, rule: 'None' })),
    { name: 'Display name', visible: false, required: false, prompted: true, rule: 'None' },
  ],
});

function useShown(isSeen: boolean): PagePreviewed | undefined {
  const form = useFormContext<Row>();
  const object = useWatch({ control: form.control }) as Row;
  const typed = usePaused(JSON.stringify(Object.fromEntries(shownFields.map((name) => [name, object[name]]))));
  const { name, displayName } = object;
  const sample = JSON.stringify(sampleOf(String(name), String(displayName || name)));
  const { data } = useQuery({
    queryKey: ['application', 'preview', sample],
    queryFn: async ({ signal }) =>
      (await call<PagePreviewed>('preview-application', { body: JSON.parse(sample), signal })).data,
    enabled: isSeen,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => {
    if (!data) return;
    const organizationObj = { ...data.application.organizationObj, ...JSON.parse(typed) } as Organization;
    return { ...data, application: { ...data.application, organizationObj } };
  }, [data, typed]);
}

/** The pages of an application that takes all looks from the organization of the form. */
export const OrganizationPreview = () => <PreviewPages first="signin" useShown={useShown} />;
