/** What a professional is told of (team-and-access.md section 8); those of the team and of second proofs come later. */
export const noticeKinds = ['order', 'reminder', 'message', 'change', 'plan', 'terms'] as const
export type NoticeKind = (typeof noticeKinds)[number]
