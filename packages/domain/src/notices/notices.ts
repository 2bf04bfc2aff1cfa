/** What a professional is told of (team-and-access.md section 8); those of the team and of second proofs come later. */
export type NoticeKind = 'order' | 'reminder' | 'message' | 'change' | 'plan' | 'terms'
