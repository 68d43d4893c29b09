-- Prisma cannot say this: the mails of the sign-in page, which are swept after a day, among all that are kept for 90.
CREATE INDEX mail_of_sign_in ON mail (created_at) WHERE kind = 'sign-in';
