SET session_replication_role = replica;
--
-- PostgreSQL database dump
--
SET standard_conforming_strings = on;
INSERT INTO "auth"."audit_log_entries" ("instance_id", "id", "payload") VALUES
	('0', 'b', '{"action":"login"}');

INSERT INTO "auth"."users" ("instance_id", "id", "aud", "role", "email", "encrypted_password", "email_confirmed_at", "invited_at", "confirmation_token", "confirmation_sent_at", "recovery_token", "recovery_sent_at", "email_change_token_new", "email_change", "email_change_sent_at", "last_sign_in_at", "raw_app_meta_data", "raw_user_meta_data", "is_super_admin", "created_at", "updated_at", "phone", "phone_confirmed_at", "phone_change", "phone_change_token", "phone_change_sent_at", "email_change_token_current", "email_change_confirm_status", "banned_until", "reauthentication_token", "reauthentication_sent_at", "is_sso_user", "deleted_at", "is_anonymous") VALUES
	('00000000-0000-0000-0000-000000000000', 'f85936ae-02c2-4006-9065-59caf2ad26cb', 'authenticated', 'authenticated', 'sue@sb.example', '$2a$10$N9qo8uLOickgx2ZMRZoMyeYqmy/OJJeripo012Iv.n0oC.fpKpf3u', NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, '2025-10-29 13:14:17.506+00', '{"provider": "email", "providers": ["email"]}', '{"sub": "f8", "email": "s@x", "full_name": "Sue \"Q\" O''Hara", "email_verified": true}', NULL, '2025-10-29 13:13:17.48505+00', '2025-10-29 13:14:17.51+00', NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, false, NULL, NULL),
	('00000000-0000-0000-0000-000000000000', 'f85936ae-02c2-4006-9065-59caf2ad26cb', 'authenticated', 'authenticated', 'ban@sb.example', '$2a$10$N9qo8uLOickgx2ZMRZoMyeYqmy/OJJeripo012Iv.n0oC.fpKpf3u', NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, '2025-10-29 13:14:17.506+00', '{"provider": "email", "providers": ["email"]}', '{"sub": "f8", "email": "s@x", "full_name": "Sue \"Q\" O''Hara", "email_verified": true}', NULL, '2025-10-29 13:13:17.48505+00', '2025-10-29 13:14:17.51+00', NULL, NULL, NULL, NULL, NULL, NULL, 0, '2999-01-01 00:00:00+00', NULL, NULL, false, NULL, NULL),
	('00000000-0000-0000-0000-000000000000', 'f85936ae-02c2-4006-9065-59caf2ad26cb', 'authenticated', 'authenticated', 'was@sb.example', '$2a$10$N9qo8uLOickgx2ZMRZoMyeYqmy/OJJeripo012Iv.n0oC.fpKpf3u', NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, '2025-10-29 13:14:17.506+00', '{"provider": "email", "providers": ["email"]}', '{"sub": "f8", "email": "s@x", "full_name": "Sue \"Q\" O''Hara", "email_verified": true}', NULL, '2025-10-29 13:13:17.48505+00', '2025-10-29 13:14:17.51+00', NULL, NULL, NULL, NULL, NULL, NULL, 0, '2024-01-01 00:00:00+00', NULL, NULL, false, NULL, NULL);

INSERT INTO "auth"."identities" ("id") VALUES ('1');
