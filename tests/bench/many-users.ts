import type { Db } from '@doorwright/api/db/knex.ts';

/** Fills an organization with users in one statement, with varied values. */
export async function loadUsers(db: Db, organization: string, count: number): Promise<void> {
  await db.raw(
    `INSERT INTO users (owner, name, created_time, id, display_name, email, phone, affiliation, region, tag, score, ranking,
       is_forbidden, signup_application, avatar, last_signin_time, second_factors)
     SELECT ?, 'user_' || n, now() - n * interval '7 seconds', md5(n::text)::uuid::text,
       (ARRAY['Ada','Grace','Linus','Margaret','Dennis','Barbara','Ken','Radia'])[1 + n % 8] || ' ' || upper(substr(md5(n::text), 1, 1)) || substr(md5(n::text), 2, 7),
       'user' || n || '@' || substr(md5((n % 5000)::text), 1, 6) || '.example', (13000000000 + n)::text,
       'Company ' || (n % 2000), (ARRAY['DE','FR','JP','KR','US','CN'])[1 + n % 6], (ARRAY['staff','guest','partner'])[1 + n % 3],
       n % 1000, n, n % 97 = 0, 'app-built-in', 'https://pictures.example/' || n || '.png',
       CASE WHEN n % 50 <> 0 THEN now() - (n % 400) * interval '1 day' END,
       CASE WHEN n % 20 = 0 THEN '[]'::jsonb ELSE '["totp", "recovery"]'::jsonb END
     FROM generate_series(1, ?) AS n`,
    [organization, count],
  );
  await db.raw('VACUUM ANALYZE users');
}
