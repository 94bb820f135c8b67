import {
  Button,
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
  Title,
} from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../http/call.ts';
import { FailedState } from '../../../ui/FailedState.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { ResetFactors } from './ResetFactors.tsx';

interface Factor {
  type: 'totp' | 'email' | 'phone' | 'recovery';
  createdTime: string;
  usedTime: string;
  /** The number of unused recovery codes. */
  left: number;
}

interface Props {
  owner: string;
  name: string;
  mayReset: boolean;
}

/** The second factors of a user, without their secrets. Administrators reset them for somebody who has lost them. */
export function Factors({ owner, name, mayReset }: Props) {
  const { t, language } = useTranslation('users');
  const [isAsking, setAsking] = useState(false);
  const id = `${owner}/${name}`;
  const { data, error, refetch } = useQuery({
    queryKey: ['factors', id],
    async queryFn({ signal }) {
      const { data: factors, data2 } = await call<Factor[]>('get-factors', { query: { id }, signal });
      return { factors, devices: (data2 as { devices: unknown[] }).devices };
    },
    retry: false,
  });
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const { factors, devices } = data;
  const moment = (time: string) => new Date(time).toLocaleString(language);
  const about = ({ type, createdTime, usedTime, left }: Factor) =>
    [
      t('factorSetUp', { time: moment(createdTime) }),
      usedTime && t('passkeyUsed', { time: moment(usedTime) }),
      type === 'recovery' && t('factorCodesLeft', { left }),
    ]
      .filter(Boolean)
      .join(' · ');
  const lines = [
    ...factors.map((factor) => ({ term: t(`factorTypes.${factor.type}`), text: about(factor) })),
    ...(devices.length > 0
      ? [{ term: t('factorDevices'), text: t('factorDevicesTrusted', { devices: devices.length }) }]
      : []),
  ];
  return (
    <section className="below" aria-label={t('factors')}>
      <Title headingLevel="h2" size="md">
        {t('factors')}
      </Title>
      {lines.length === 0 && t('factorsNone')}
      {lines.length > 0 && (
        <DescriptionList isHorizontal isCompact aria-label={t('factors')}>
          {lines.map(({ term, text }) => (
            <DescriptionListGroup key={term}>
              <DescriptionListTerm>{term}</DescriptionListTerm>
              <DescriptionListDescription>{text}</DescriptionListDescription>
            </DescriptionListGroup>
          ))}
        </DescriptionList>
      )}
      {mayReset && lines.length > 0 && (
        <Button variant="secondary" isDanger onClick={() => setAsking(true)}>
          {t('factorsReset')}
        </Button>
      )}
      {isAsking && <ResetFactors owner={owner} name={name} onDone={() => refetch()} onClose={() => setAsking(false)} />}
    </section>
  );
}
