// Written by `npm run generate`: every migration, oldest first.
import * as m0 from './20261121000000_first_tables.ts';
import * as m1 from './20261121070514_clients_and_consent.ts';
import * as m2 from './20261121074128_manifest_reports.ts';
import * as m3 from './20261121111500_jobs.ts';
import * as m4 from './20261121114627_syncers_origins.ts';
import * as m5 from './20261121210458_artifacts.ts';
import * as m6 from './20261121235433_roles_groups_adapters.ts';
import * as m7 from './20261122000439_resources_deleted_files.ts';
import * as m8 from './20261122003538_users.ts';
import * as m9 from './20261122040618_applications_tokens_webhooks.ts';
import * as m10 from './20261122064858_cert_keys.ts';
import * as m11 from './20261122102500_records.ts';
import * as m12 from './20261122175610_users.ts';
import * as m13 from './20261122183700_counted_ids.ts';
import * as m14 from './20261123031556_name_claims.ts';
import * as m15 from './20261123031636_providers.ts';
import * as m16 from './20261123031916_api_access.ts';
import * as m17 from './20261123033500_organizations_applications.ts';
import * as m18 from './20261123035821_origins.ts';
import * as m19 from './20261123040358_organizations.ts';
import * as m20 from './20261123040825_roles_permissions_products.ts';
import * as m21 from './20261123042000_users_applications_used_ids.ts';
import * as m22 from './20261123043000_owners_of_records.ts';
import * as m23 from './20261123180246_sign_in_attempts.ts';
import * as m24 from './20261123183119_organizations_users_providers.ts';
import * as m25 from './20261123193724_users_providers_provider_requests.ts';
import * as m26 from './20261123232300_second_factors.ts';
import * as m27 from './20261124033704_providers_metadata_refreshes.ts';
import * as m28 from './20261124034309_organizations_users.ts';
import * as m29 from './20261124034410_passkeys_passkey_challenges.ts';
import * as m30 from './20261124054500_sessions.ts';
import * as m31 from './20261124054911_organizations_providers_posted_tickets.ts';
import * as m32 from './20261124075800_organizations_sessions.ts';
import * as m33 from './20261124083319_organizations.ts';
import * as m34 from './20261124114739_service_visits.ts';
import * as m35 from './20261124115440_applications_verification_codes.ts';
import * as m36 from './20261124115708_applications.ts';
import * as m37 from './20261124120103_users.ts';
import * as m38 from './20261124121232_organizations_users_used_passwords.ts';
import * as m39 from './20261124122542_organizations.ts';
import * as m40 from './20261124124939_applications.ts';
import * as m41 from './20261124133135_users.ts';
import * as m42 from './20261124172218_records.ts';
import * as m43 from './20261124180326_records.ts';
import * as m44 from './20261124181206_records_record_heads_record_seals.ts';
import * as m45 from './20261124182552_webhooks_events_webhook_deliveries.ts';
import * as m46 from './20261124205656_record_heads.ts';
import * as m47 from './20261127132502_users_providers_notification_marks.ts';
import * as m48 from './20261127132915_records.ts';
import * as m49 from './20261127135857_record_shipments.ts';
import * as m50 from './20261127182036_records.ts';
import * as m51 from './20261128163408_held_names_saml_keys.ts';
import * as m52 from './20261128212412_organizations_users_roles.ts';
import * as m53 from './20261129050400_sync_seen.ts';
import * as m54 from './20261129063137_users_syncers_ldaps.ts';
import * as m55 from './20261129114009_organizations_payments_payment_events.ts';
import * as m56 from './20261129114010_invoices_kept.ts';
import * as m57 from './20261129115255_plans_pricings_subscriptions.ts';
import * as m58 from './20261129194021_groups_scim_tokens_scim_links.ts';
import * as m59 from './20261129194022_ids_of_groups.ts';
import * as m60 from './20261129194128_subscriptions_payments.ts';
import * as m61 from './20261129223259_scim_tokens.ts';
import * as m62 from './20261129225834_records.ts';
import * as m63 from './20261130065905_organizations.ts';
import * as m64 from './20261130071633_webhooks.ts';
import * as m65 from './20261130071754_users_guess_counts.ts';
import * as m66 from './20261130080515_guess_counts.ts';
import * as m67 from './20261130080807_organizations_applications.ts';
import * as m68 from './20261130203000_features_for_all.ts';

export const migrations = [
  { name: '20261121000000_first_tables', ...m0 },
  { name: '20261121070514_clients_and_consent', ...m1 },
  { name: '20261121074128_manifest_reports', ...m2 },
  { name: '20261121111500_jobs', ...m3 },
  { name: '20261121114627_syncers_origins', ...m4 },
  { name: '20261121210458_artifacts', ...m5 },
  { name: '20261121235433_roles_groups_adapters', ...m6 },
  { name: '20261122000439_resources_deleted_files', ...m7 },
  { name: '20261122003538_users', ...m8 },
  { name: '20261122040618_applications_tokens_webhooks', ...m9 },
  { name: '20261122064858_cert_keys', ...m10 },
  { name: '20261122102500_records', ...m11 },
  { name: '20261122175610_users', ...m12 },
  { name: '20261122183700_counted_ids', ...m13 },
  { name: '20261123031556_name_claims', ...m14 },
  { name: '20261123031636_providers', ...m15 },
  { name: '20261123031916_api_access', ...m16 },
  { name: '20261123033500_organizations_applications', ...m17 },
  { name: '20261123035821_origins', ...m18 },
  { name: '20261123040358_organizations', ...m19 },
  { name: '20261123040825_roles_permissions_products', ...m20 },
  { name: '20261123042000_users_applications_used_ids', ...m21 },
  { name: '20261123043000_owners_of_records', ...m22 },
  { name: '20261123180246_sign_in_attempts', ...m23 },
  { name: '20261123183119_organizations_users_providers', ...m24 },
  { name: '20261123193724_users_providers_provider_requests', ...m25 },
  { name: '20261123232300_second_factors', ...m26 },
  { name: '20261124033704_providers_metadata_refreshes', ...m27 },
  { name: '20261124034309_organizations_users', ...m28 },
  { name: '20261124034410_passkeys_passkey_challenges', ...m29 },
  { name: '20261124054500_sessions', ...m30 },
  { name: '20261124054911_organizations_providers_posted_tickets', ...m31 },
  { name: '20261124075800_organizations_sessions', ...m32 },
  { name: '20261124083319_organizations', ...m33 },
  { name: '20261124114739_service_visits', ...m34 },
  { name: '20261124115440_applications_verification_codes', ...m35 },
  { name: '20261124115708_applications', ...m36 },
  { name: '20261124120103_users', ...m37 },
  { name: '20261124121232_organizations_users_used_passwords', ...m38 },
  { name: '20261124122542_organizations', ...m39 },
  { name: '20261124124939_applications', ...m40 },
  { name: '20261124133135_users', ...m41 },
  { name: '20261124172218_records', ...m42 },
  { name: '20261124180326_records', ...m43 },
  { name: '20261124181206_records_record_heads_record_seals', ...m44 },
  { name: '20261124182552_webhooks_events_webhook_deliveries', ...m45 },
  { name: '20261124205656_record_heads', ...m46 },
  { name: '20261127132502_users_providers_notification_marks', ...m47 },
  { name: '20261127132915_records', ...m48 },
  { name: '20261127135857_record_shipments', ...m49 },
  { name: '20261127182036_records', ...m50 },
  { name: '20261128163408_held_names_saml_keys', ...m51 },
  { name: '20261128212412_organizations_users_roles', ...m52 },
  { name: '20261129050400_sync_seen', ...m53 },
  { name: '20261129063137_users_syncers_ldaps', ...m54 },
  { name: '20261129114009_organizations_payments_payment_events', ...m55 },
  { name: '20261129114010_invoices_kept', ...m56 },
  { name: '20261129115255_plans_pricings_subscriptions', ...m57 },
  { name: '20261129194021_groups_scim_tokens_scim_links', ...m58 },
  { name: '20261129194022_ids_of_groups', ...m59 },
  { name: '20261129194128_subscriptions_payments', ...m60 },
  { name: '20261129223259_scim_tokens', ...m61 },
  { name: '20261129225834_records', ...m62 },
  { name: '20261130065905_organizations', ...m63 },
  { name: '20261130071633_webhooks', ...m64 },
  { name: '20261130071754_users_guess_counts', ...m65 },
  { name: '20261130080515_guess_counts', ...m66 },
  { name: '20261130080807_organizations_applications', ...m67 },
  { name: '20261130203000_features_for_all', ...m68 },
];
