import {
  Card,
  CardBody,
  CardHeader,
  CardTitle,
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
  EmptyState,
  Label,
  Skeleton,
} from '@patternfly/react-core';
import { registry } from '../../kinds.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../router/Link.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { type CertExpiry, daysUntil, endsInView, isSoon } from './dashboard.ts';

const shown = 5;

/** The certs that end within 90 days, and those that ended. */
export function CertsCard({ certs: all }: { certs: readonly CertExpiry[] | undefined }) {
  const { t } = useTranslation('home');
  const certs = all?.filter(({ expireTime }) => endsInView(expireTime));
  return (
    <Card isFullHeight>
      <CardHeader>
        <CardTitle component="h3">{t('expiringCerts')}</CardTitle>
      </CardHeader>
      <CardBody>
        {!certs ? (
          <Skeleton height="15rem" screenreaderText={t('common:loading')} />
        ) : certs.length === 0 ? (
          <EmptyState variant="sm" titleText={t('noCerts')} headingLevel="h4" />
        ) : (
          <DescriptionList isCompact>
            {certs.slice(0, shown).map((cert) => (
              <Expiry key={cert.name} {...cert} />
            ))}
          </DescriptionList>
        )}
      </CardBody>
    </Card>
  );
}

function Expiry({ name, displayName, expireTime }: CertExpiry) {
  const { t, language } = useTranslation('home');
  const date = new Date(expireTime).toLocaleDateString(language, { dateStyle: 'medium' });
  const left = daysUntil(expireTime);
  return (
    <DescriptionListGroup>
      <DescriptionListTerm>
        <Link to={paths.editor(registry.named('cert'), { owner: 'admin', name })}>{displayName || name}</Link>
      </DescriptionListTerm>
      <DescriptionListDescription>
        <time dateTime={expireTime}>{t(left < 0 ? 'expiredOn' : 'expiresOn', { date })}</time>{' '}
        {isSoon(expireTime) && (
          <Label isCompact status={left < 0 ? 'danger' : 'warning'}>
            {left < 0 ? t('expired') : t('daysLeft', { count: left })}
          </Label>
        )}
      </DescriptionListDescription>
    </DescriptionListGroup>
  );
}
