import { FormHelperText, HelperText, HelperTextItem } from '@patternfly/react-core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../http/call.ts';
import { useTranslation } from '../words/use-translation.ts';

interface Facts {
  subject: string;
  expireTime: string;
}

const soonMs = 30 * 86_400_000;

/** The owner and the end of each certificate in a text, as the server reads them. */
export function CertificateFacts({ text }: { text: string }) {
  const { t, language } = useTranslation('editor');
  const { data: facts } = useQuery({
    queryKey: ['certificate', text],
    queryFn: async ({ signal }) =>
      (await call<Facts[]>('read-certificate', { body: { certificate: text }, signal })).data,
    enabled: text !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const toneOf = (moment: string) => {
    const left = Date.parse(moment) - Date.now();
    return left <= 0 ? 'error' : left < soonMs ? 'warning' : 'default';
  };
  const day = (moment: string) => new Date(moment).toLocaleDateString(language, { dateStyle: 'long' });
  return (
    <FormHelperText>
      <HelperText isLiveRegion>
        {facts?.length === 0 && (
          <HelperTextItem variant="warning" screenReaderText={t('status.warning')}>
            {t('checks.certificate')}
          </HelperTextItem>
        )}
        {facts?.map(({ subject, expireTime }) => (
          <HelperTextItem key={subject + expireTime} variant={toneOf(expireTime)} className="path">
            {t(Date.parse(expireTime) <= Date.now() ? 'checks.expired' : 'checks.valid', {
              subject,
              day: day(expireTime),
            })}
          </HelperTextItem>
        ))}
      </HelperText>
    </FormHelperText>
  );
}
